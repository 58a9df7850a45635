import type { ActivationWish, Principal } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { RequestContext } from '@platform/kit/http';
import { problemWithReason, invalid, problem } from '@platform/kit/problem';
import type { KnownUser } from '../people/people.ts';
import type { RoleSource } from '../roles/role-source.ts';
import { applyMoves, tell } from './activation-moves.ts';
import { checkedWish, requireSignIn } from './activation-rules.ts';
import { isOpen } from './activation-states.ts';
import {
  databaseTime,
  insertActivation,
  lockOpenActivations,
  lockPrincipal,
} from './activation-store.ts';
import type { ActivationRow } from './activation-store.ts';
import { nextByTime } from './activation-times.ts';
import { isLiveEligibilityAt } from './eligibility-rules.ts';
import type { PimLimits } from './eligibility-rules.ts';
import { findEligibility, holdEligibility } from './eligibility-store.ts';
import type { EligibilityRow } from './eligibility-store.ts';
import { newActivation, startEvents } from './new-activation.ts';

export interface ActivationRequests {
  roles: RoleSource;
  limits: Pick<PimLimits, 'maxOpenActivations'>;
  resourceMetadata: string;
}

/** The requester, and the request. */
export interface ActivationRequester {
  principal: Principal;
  person: KnownUser;
  request: RequestContext['request'];
}

/** Requests an elevation. Locks are taken in a fixed order: principal, eligibility, activation. */
export async function requestActivation(
  { roles, limits, resourceMetadata }: ActivationRequests,
  tx: Tx,
  { principal, person, request: { clientIp, userAgent } }: ActivationRequester,
  wish: ActivationWish,
): Promise<ActivationRow> {
  await lockPrincipal(tx, principal.id);
  const eligibility = await holdEligibility(tx, wish.eligibleAssignmentId);
  const now = await databaseTime(tx);
  if (!eligibility || !isFor(eligibility, person) || !isLiveEligibilityAt(eligibility, now))
    throw problem('not_found');
  const { rules, expiresAt: eligibleUntil } = eligibility;
  requireSignIn(principal, rules, now, resourceMetadata);
  const checked = checkedWish(wish, rules, eligibleUntil, now);
  const scopes = await scopesOf(roles, tx, eligibility, wish.scopes);
  const open = await openOf(tx, principal.id, now);
  requireRoom(open, eligibility, limits);
  const row = newActivation({
    ...checked,
    wish,
    scopes,
    eligibility,
    principal,
    now,
    clientIp,
    userAgent,
  });
  row.nextDueAt = nextByTime(row, eligibleUntil)?.at ?? null;
  await insertActivation(tx, row);
  await tell(tx, row, ['pim.activation_requested', ...startEvents(row.state)]);
  return row;
}

const isFor = (
  { principalType: type, principalId: id }: EligibilityRow,
  person: KnownUser,
): boolean => (type === 'user' ? id === person.id : person.groupIds.includes(id));

/** The requested scopes; by default, all of the eligibility. */
async function scopesOf(
  roles: RoleSource,
  tx: Tx,
  eligibility: EligibilityRow,
  wanted: readonly string[] | undefined,
): Promise<string[]> {
  const granted =
    eligibility.roleKey === null
      ? (eligibility.scopes ?? [])
      : ((await roles.scopes(tx, eligibility.roleKey)) ?? []);
  const beyond = (wanted ?? []).findIndex((scope) => !granted.includes(scope));
  if (beyond >= 0)
    throw invalid(`/scopes/${beyond}`, 'not_found', 'must be a scope of the eligible assignment');
  return [...(wanted ?? granted)].sort();
}

/** The open activations of a user, after due transitions. */
async function openOf(tx: Tx, principalId: string, now: Date): Promise<ActivationRow[]> {
  const open: ActivationRow[] = [];
  for (const row of await lockOpenActivations(tx, { principalId })) {
    const until = (await findEligibility(tx, row.eligibilityId))?.expiresAt ?? null;
    const moved = await applyMoves(tx, row, now, until);
    if (isOpen(moved.state)) open.push(moved);
  }
  return open;
}

/** Allows one open activation per eligibility, up to the limit of a user. */
function requireRoom(
  open: readonly ActivationRow[],
  eligibility: EligibilityRow,
  { maxOpenActivations }: ActivationRequests['limits'],
): void {
  const twin = open.find((row) => row.eligibilityId === eligibility.id);
  if (twin)
    throw problem('already_exists', {
      detail: `The activation ${twin.id} is already open`,
      members: { activationId: twin.id },
    });
  if (open.length >= maxOpenActivations)
    throw problemWithReason('limit_exceeded', {
      code: 'limit_exceeded',
      detail: `A user can have at most ${maxOpenActivations} open activations`,
    });
}
