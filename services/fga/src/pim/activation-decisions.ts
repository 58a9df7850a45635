import type { Principal } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { Conditional, TransactionScope } from '@platform/kit/http';
import { found, problem } from '@platform/kit/problem';
import { isLiveUser } from '../people/people.ts';
import type { KnownUser } from '../people/people.ts';
import { applyMoves, move } from './activation-moves.ts';
import { activationVersion, isAmongApprovers, isOwn, peopleBehind } from './activation-resource.ts';
import { isOpen } from './activation-states.ts';
import {
  databaseTime,
  findActivation,
  insertApproval,
  listApprovals,
  lockActivation,
} from './activation-store.ts';
import type { ActivationRow } from './activation-store.ts';
import { windowFrom } from './activation-times.ts';
import { isLiveEligibilityAt } from './eligibility-rules.ts';
import { holdEligibility } from './eligibility-store.ts';
import type { EligibilityRow } from './eligibility-store.ts';

interface LockedActivation {
  row: ActivationRow;
  eligibility: EligibilityRow | undefined;
  now: Date;
}

/** The approver, their matching keys, and the requester. */
export interface ActivationApproval {
  principal: Principal;
  approverKeys: readonly string[];
  requester: KnownUser | undefined;
  comment?: string | null | undefined;
}

/**
 * Approves an elevation. The last approval starts it, or schedules its start. Repeating an approval
 * changes nothing.
 */
export async function approveActivation(
  { tx, ifMatch }: TransactionScope & Conditional,
  { principal, approverKeys, requester, comment = null }: ActivationApproval,
  id: string,
): Promise<ActivationRow> {
  if (principal.type !== 'user') throw problem('not_found');
  const locked = await lockedActivation(tx, id);
  const { row, now } = locked;
  if (isOwn(row, principal)) throw problem('self_approval');
  if (!isAmongApprovers(row, approverKeys)) throw problem('not_found');
  const people = peopleBehind(principal);
  const approvals = await listApprovals(tx, [id]);
  ifMatch(activationVersion(row, approvals, now));
  const isRepeated = approvals.some((a) => a.people.some((person) => people.includes(person)));
  if (isRepeated && isOpen(row.state)) return row;
  const { expiresAt: eligibleUntil } = approvableEligibility(locked, requester);
  await insertApproval(tx, {
    activationId: id,
    approverId: principal.id,
    people,
    at: now,
    comment,
  });
  const approved = { now, reason: '', approver: principal.id, eligibleUntil };
  if (approvals.length + 1 < row.requiredApprovals)
    return move(tx, row, { ...approved, event: 'approve' });
  const { isNow, ...window } = windowFrom(now, row, eligibleUntil);
  const event = isNow ? 'approve_last_now' : 'approve_last_later';
  return move(tx, row, { ...approved, event, window });
}

/** Revokes an elevation: requesters their own, approvers any. */
export async function revokeActivation(
  { tx, ifMatch }: TransactionScope & Conditional,
  { principal, comment }: Pick<ActivationApproval, 'principal' | 'comment'>,
  id: string,
): Promise<ActivationRow> {
  const { row, eligibility, now } = await lockedActivation(tx, id);
  const isRequester = row.principalId === principal.id;
  if (!isRequester && !principal.scopes.has('tenant:pim.approve')) throw problem('not_found');
  ifMatch(activationVersion(row, await listApprovals(tx, [id]), now));
  const eligibleUntil = eligibility?.expiresAt ?? null;
  const revoked = { now, comment, endedBy: principal.id, eligibleUntil };
  return isRequester
    ? move(tx, row, { ...revoked, event: 'revoke_by_requester', reason: 'requester' })
    : move(tx, row, {
        ...revoked,
        event: 'revoke_by_approver',
        reason: 'approver',
        approver: principal.id,
      });
}

/**
 * Locks the activation and its eligibility, and applies the changes that are due. @throws 404 if
 * there is none
 */
async function lockedActivation(tx: Tx, id: string): Promise<LockedActivation> {
  const { eligibilityId } = found(await findActivation(tx, id));
  const eligibility = await holdEligibility(tx, eligibilityId);
  const row = found(await lockActivation(tx, id));
  const now = await databaseTime(tx);
  return {
    row: await applyMoves(tx, row, now, eligibility?.expiresAt ?? null),
    eligibility,
    now,
  };
}

/**
 * The eligibility of an activation that can still be approved. @throws 409 `invalid_state`
 * otherwise
 */
function approvableEligibility(
  { row, eligibility, now }: LockedActivation,
  requester: KnownUser | undefined,
): EligibilityRow {
  if (row.state !== 'requested')
    throw problem('invalid_state', { detail: `The activation is ${row.state}` });
  if (!eligibility || !isLiveEligibilityAt(eligibility, now) || !isLiveUser(requester))
    throw problem('invalid_state', {
      detail: 'The eligible assignment or the requester is not active',
    });
  return eligibility;
}
