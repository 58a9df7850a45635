import { allScopes } from '@platform/contracts';
import type { EligibilityCreation, PimRuleSet, Principal } from '@platform/contracts';
import { brokenUnique } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problemWithReason, invalid } from '@platform/kit/problem';
import type { RoleSource } from '../roles/role-source.ts';
import { withdraw } from './activation-moves.ts';
import { peopleBehind } from './activation-resource.ts';
import { databaseTime } from './activation-store.ts';
import { eligibilityResource } from './eligibility-resource.ts';
import {
  isSensitiveScope,
  refuseMore,
  rulesWithDefaults,
  timesWithDefaults,
} from './eligibility-rules.ts';
import type { PimLimits } from './eligibility-rules.ts';
import {
  deleteEligibility,
  insertEligibility,
  lockEligibility,
  takeExpiredEligibilities,
} from './eligibility-store.ts';
import type { EligibilityRow, NewEligibility } from './eligibility-store.ts';

export { eligibilitiesOfRole } from './eligibility-store.ts';

export interface Eligibilities {
  roles: RoleSource;
  limits: PimLimits;
}

/** The caller, and the groups that the caller is in. */
export interface EligibilityGranter {
  principal: Principal;
  groupIds: readonly string[];
}

/** Creates an eligibility. Replaces an expired one of the principal. */
export async function createEligibility(
  { roles, limits }: Eligibilities,
  tx: Tx,
  granter: EligibilityGranter,
  body: EligibilityCreation,
): Promise<EligibilityRow> {
  const now = await databaseTime(tx);
  const rules = rulesWithDefaults(body.rules, limits);
  const times = timesWithDefaults(body, now);
  const granted = await grantedBy(roles, tx, body);
  refuseMore(granted, granter.principal.scopes);
  if (!rules.requireApproval) requireHarmless(granter, body, granted);
  const { type: principalType, id: principalId } = body.principal;
  const expired = await takeExpiredEligibilities(tx, { principalType, principalId });
  await publishExpired(tx, expired, now);
  const row = await insertOnce(
    tx,
    newEligibility(granter.principal, body, rules, { ...times, now }),
  );
  await publishEligibility(tx, 'pim.eligibility_created', row, now);
  return row;
}

/**
 * Deletes an eligibility and ends its open activations in one transaction. False if there is none.
 */
export async function removeEligibility(
  tx: Tx,
  id: string,
  reason = 'eligibility_deleted',
): Promise<boolean> {
  const row = await lockEligibility(tx, id);
  if (!row) return false;
  const now = await databaseTime(tx);
  await withdraw(tx, { eligibilityId: id }, now, reason);
  await deleteEligibility(tx, id);
  await publishEligibility(tx, 'pim.eligibility_deleted', row, now);
  return true;
}

/** Publishes the end of the tenant's expired eligibilities. */
export async function expireEligibilities(tx: Tx): Promise<void> {
  const now = await databaseTime(tx);
  await publishExpired(tx, await takeExpiredEligibilities(tx), now);
}

/** The scopes of the role, which is locked, or the requested ones. */
async function grantedBy(
  roles: RoleSource,
  tx: Tx,
  { role, scopes = [] }: EligibilityCreation,
): Promise<readonly string[]> {
  if (role !== undefined) {
    const granted = await roles.scopes(tx, role, { hold: true });
    if (!granted) throw invalid('/role', 'unknown_role', 'must be the key of a role');
    return granted;
  }
  const unknown = scopes.findIndex((scope) => !allScopes.includes(scope));
  if (unknown >= 0)
    throw invalid(`/scopes/${unknown}`, 'not_found', 'must be a permission of the platform');
  return scopes;
}

/** Rejects an eligibility that requires an approval rule. @throws 422 */
function requireHarmless(
  { principal, groupIds }: EligibilityGranter,
  body: EligibilityCreation,
  granted: readonly string[],
): void {
  const isForThemselves =
    body.principal.type === 'user'
      ? peopleBehind(principal).includes(body.principal.id)
      : groupIds.includes(body.principal.id);
  if (isForThemselves || granted.some(isSensitiveScope))
    throw invalid(
      '/rules/requireApproval',
      'approval_required',
      'must be true, because the eligible assignment is for yourself or grants tenant:pim.* or tenant:roles.write',
    );
}

function newEligibility(
  principal: Principal,
  body: EligibilityCreation,
  rules: PimRuleSet,
  { startsAt, expiresAt, now }: { startsAt: Date; expiresAt: Date | null; now: Date },
): NewEligibility {
  const scopes = body.scopes ? [...body.scopes].sort() : null;
  const organizationId = body.organizationId ?? null;
  return {
    id: newId('eligibleAssignment'),
    principalType: body.principal.type,
    principalId: body.principal.id,
    roleKey: body.role ?? null,
    scopes,
    organizationId,
    grantKey: JSON.stringify([body.role ?? scopes, organizationId]),
    justification: body.justification ?? null,
    rules,
    startsAt,
    expiresAt,
    createdBy: { type: principal.type, id: principal.id },
    createdAt: now,
    updatedAt: now,
  };
}

async function insertOnce(tx: Tx, row: NewEligibility): Promise<EligibilityRow> {
  try {
    return await insertEligibility(tx, row);
  } catch (error) {
    if (brokenUnique(error) !== 'eligibilities__grant_key') throw error;
    throw problemWithReason('already_exists', {
      pointer: '/principal',
      code: 'already_exists',
      detail: 'The principal already has this eligible assignment',
    });
  }
}

async function publishExpired(tx: Tx, rows: readonly EligibilityRow[], now: Date): Promise<void> {
  for (const row of rows) await publishEligibility(tx, 'pim.eligibility_expired', row, now);
}

const publishEligibility = (
  tx: Tx,
  type: 'pim.eligibility_created' | 'pim.eligibility_deleted' | 'pim.eligibility_expired',
  row: EligibilityRow,
  now: Date,
) =>
  tx.publish({
    type,
    subject: { type: 'eligible_assignment', id: row.id },
    organizationId: row.organizationId,
    data: { eligibleAssignment: eligibilityResource(row, now) },
  });
