import type { EligibilityCreation, PimRuleSet, Principal } from '@platform/contracts';
import { brokenUnique } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problemWithReason } from '@platform/kit/problem';
import type { RoleSource } from '../roles/role-source.ts';
import { withdraw } from './activation-moves.ts';
import { databaseTime } from './activation-store.ts';
import { publishEligibility, publishExpired } from './eligibility-events.ts';
import { grantedBy, requireHarmless } from './eligibility-grants.ts';
import type { EligibilityGranter } from './eligibility-grants.ts';
import { refuseMore, rulesWithDefaults, timesWithDefaults } from './eligibility-rules.ts';
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
  if (!rules.requireApproval) requireHarmless(granter, body.principal, granted);
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
