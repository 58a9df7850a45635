import { isDeepStrictEqual } from 'node:util';
import type { EligibilityUpdate } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { Conditional } from '@platform/kit/http';
import { contentVersion } from '@platform/kit/http';
import { found, invalid, problem } from '@platform/kit/problem';
import { databaseTime } from './activation-store.ts';
import { applyTerms } from './activation-terms.ts';
import type { Eligibilities } from './eligibilities.ts';
import { publishEligibility } from './eligibility-events.ts';
import { grantedBy, requireHarmless } from './eligibility-grants.ts';
import type { EligibilityGranter } from './eligibility-grants.ts';
import { eligibilityResource } from './eligibility-resource.ts';
import { refuseMore, rulesWithDefaults, timesWithDefaults } from './eligibility-rules.ts';
import type { PimLimits } from './eligibility-rules.ts';
import { lockEligibility, updateEligibility } from './eligibility-store.ts';
import type { EligibilityRow } from './eligibility-store.ts';

export interface EligibilityChange extends Conditional {
  id: string;
  patch: EligibilityUpdate;
}

/** Changes an eligibility, and its open activations. Returns pointers to what has changed. */
export async function changeEligibility(
  { roles, limits }: Eligibilities,
  tx: Tx,
  granter: EligibilityGranter,
  { id, patch, ifMatch }: EligibilityChange,
): Promise<{ row: EligibilityRow; changed: string[] }> {
  const before = found(await lockEligibility(tx, id));
  const now = await databaseTime(tx);
  ifMatch(contentVersion(eligibilityResource(before, now)));
  if (before.expiresAt && before.expiresAt <= now)
    throw problem('invalid_state', { detail: 'The eligible assignment has expired' });
  const after = patchedEligibility(before, patch, limits, now);
  const { principalType: type, principalId, roleKey, scopes } = after;
  const grant = roleKey === null ? { scopes: scopes ?? [] } : { role: roleKey };
  const granted = await grantedBy(roles, tx, grant);
  refuseMore(granted, granter.principal.scopes);
  if (!after.rules.requireApproval) requireHarmless(granter, { type, id: principalId }, granted);
  const changed = changedIn(before, after);
  if (changed.length === 0) return { row: before, changed };
  await updateEligibility(tx, after);
  await publishEligibility(tx, 'pim.eligibility_updated', after, now, { changed });
  await applyTerms(tx, before, after, now);
  return { row: after, changed };
}

/** An eligibility after a merge patch, validated like a new one. */
function patchedEligibility(
  before: EligibilityRow,
  { justification, startsAt, expiresAt, rules }: EligibilityUpdate,
  limits: PimLimits,
  now: Date,
): EligibilityRow {
  const isMoved = startsAt !== undefined && Date.parse(startsAt) !== before.startsAt.getTime();
  if (isMoved && before.startsAt <= now)
    throw invalid('/startsAt', 'immutable', 'cannot be changed after it has passed');
  const times = {
    startsAt: startsAt ?? before.startsAt.toISOString(),
    expiresAt: expiresAt === undefined ? before.expiresAt?.toISOString() : expiresAt,
  };
  return {
    ...before,
    ...timesWithDefaults(times, now),
    justification: justification === undefined ? before.justification : justification,
    // Limits of the operator that are new do not stop other changes.
    rules: rules ? rulesWithDefaults({ ...before.rules, ...rules }, limits) : before.rules,
    updatedAt: now,
  };
}

function changedIn(before: EligibilityRow, after: EligibilityRow): string[] {
  // Stored approvers may have their properties in another order.
  const differ = (a: unknown, b: unknown): boolean => !isDeepStrictEqual(a, b);
  const rules = Object.keys(after.rules) as (keyof EligibilityRow['rules'])[];
  return [
    ...(['justification', 'startsAt', 'expiresAt'] as const)
      .filter((name) => differ(before[name], after[name]))
      .map((name) => `/${name}`),
    ...rules
      .filter((name) => differ(before.rules[name], after.rules[name]))
      .map((name) => `/rules/${name}`),
  ];
}
