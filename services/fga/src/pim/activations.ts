import type { ActivationWish, Principal } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { Conditional, TransactionScope, RequestContext } from '@platform/kit/http';
import { because, invalid, problem } from '@platform/kit/problem';
import { isLiveUser } from '../people/people.ts';
import type { KnownUser } from '../people/people.ts';
import { move, applyMoves, tell } from './activation-moves.ts';
import { activationVersion, isAmongApprovers, isOwn, peopleBehind } from './activation-resource.ts';
import { isOpen } from './activation-states.ts';
import {
  databaseTime,
  findActivation,
  insertActivation,
  insertApproval,
  listApprovals,
  lockActivation,
  lockOpenActivations,
  lockPrincipal,
} from './activation-store.ts';
import type { ActivationRow } from './activation-store.ts';
import { checkedWish, requireSignIn } from './activation-rules.ts';
import { nextByTime, windowFrom } from './activation-times.ts';
import { isLiveEligibilityAt } from './eligibilities.ts';
import type { PimLimits } from './eligibilities.ts';
import { findEligibility, holdEligibility } from './eligibility-store.ts';
import type { EligibilityRow } from './eligibility-store.ts';
import { newActivation, startEvents } from './new-activation.ts';
import type { RoleSource } from '../roles/role-source.ts';

export interface ActivationsOptions {
  roles: RoleSource;
  limits: PimLimits;
  resourceMetadata: string;
}

const isFor = (
  { principalType: type, principalId: id }: EligibilityRow,
  person: KnownUser,
): boolean => (type === 'user' ? id === person.id : person.groupIds.includes(id));

/** Requests for elevation, and what becomes of them. Locks are taken in one order: principal, eligibility, activation. */
export function activations({ roles, limits, resourceMetadata }: ActivationsOptions) {
  async function scopesOf(
    tx: Tx,
    eligibility: EligibilityRow,
    wanted: readonly string[] | undefined,
  ): Promise<string[]> {
    const granted =
      eligibility.roleKey === null
        ? (eligibility.scopes ?? [])
        : ((await roles.scopes(tx, eligibility.roleKey)) ?? []);
    const beyond = (wanted ?? []).findIndex((tx) => !granted.includes(tx));
    if (beyond >= 0)
      throw invalid(`/scopes/${beyond}`, 'not_found', 'must be a scope of the eligible assignment');
    return [...(wanted ?? granted)].sort();
  }

  /** What is open of a user, after time has done its part. */
  async function openOf(tx: Tx, userId: string, now: Date): Promise<ActivationRow[]> {
    const open: ActivationRow[] = [];
    for (const row of await lockOpenActivations(tx, { userId })) {
      const until = (await findEligibility(tx, row.eligibilityId))?.expiresAt ?? null;
      const settled = await applyMoves(tx, row, now, until);
      if (isOpen(settled.state)) open.push(settled);
    }
    return open;
  }

  async function request(
    tx: Tx,
    {
      principal,
      person,
      request: { clientIp, userAgent },
    }: { principal: Principal; person: KnownUser; request: RequestContext['request'] },
    wish: ActivationWish,
  ): Promise<ActivationRow> {
    await lockPrincipal(tx, principal.id);
    const eligibility = await holdEligibility(tx, wish.eligibleAssignmentId);
    const now = await databaseTime(tx);
    if (!eligibility || !isFor(eligibility, person) || !isLiveEligibilityAt(eligibility, now))
      throw problem('not_found');
    const { rules, expiresAt: eligibleUntil } = eligibility;
    requireSignIn(principal, rules, now, resourceMetadata);
    const { durationSeconds, wantedStart } = checkedWish(wish, rules, eligibleUntil, now);
    const scopes = await scopesOf(tx, eligibility, wish.scopes);
    const open = await openOf(tx, principal.id, now);
    const twin = open.find((row) => row.eligibilityId === eligibility.id);
    if (twin)
      throw problem('already_exists', {
        detail: `The activation ${twin.id} is already open`,
        members: { activationId: twin.id },
      });
    if (open.length >= limits.maxOpenActivations) {
      throw because('limit_exceeded', {
        code: 'limit_exceeded',
        detail: `A user can have at most ${limits.maxOpenActivations} open activations`,
      });
    }
    const row = newActivation({
      wish,
      scopes,
      eligibility,
      principal,
      now,
      durationSeconds,
      wantedStart,
      clientIp,
      userAgent,
    });
    row.nextDueAt = nextByTime(row, eligibleUntil)?.at ?? null;
    await insertActivation(tx, row);
    await tell(tx, row, ['pim.activation_requested', ...startEvents(row.state)]);
    return row;
  }

  /** The row, locked, its eligibility held, and what time has done to it done. 404 when there is none. */
  async function locked(
    tx: Tx,
    id: string,
  ): Promise<{ row: ActivationRow; eligibility: EligibilityRow | undefined; now: Date }> {
    const found = await findActivation(tx, id);
    if (!found) throw problem('not_found');
    const eligibility = await holdEligibility(tx, found.eligibilityId);
    const row = await lockActivation(tx, id);
    if (!row) throw problem('not_found');
    const now = await databaseTime(tx);
    return {
      row: await applyMoves(tx, row, now, eligibility?.expiresAt ?? null),
      eligibility,
      now,
    };
  }

  async function approve(
    { tx, ifMatch }: TransactionScope & Conditional,
    {
      principal,
      approverKeys,
      requester,
    }: { principal: Principal; approverKeys: readonly string[]; requester: KnownUser | undefined },
    id: string,
  ): Promise<ActivationRow> {
    if (principal.type !== 'user') throw problem('not_found');
    const { row, eligibility, now } = await locked(tx, id);
    if (isOwn(row, principal)) throw problem('self_approval');
    if (!isAmongApprovers(row, approverKeys)) throw problem('not_found');
    const behind = peopleBehind(principal);
    const approvals = await listApprovals(tx, [id]);
    ifMatch(activationVersion(row, approvals, now));
    const isRepeated = approvals.some((a) => a.people.some((person) => behind.includes(person)));
    if (isRepeated && isOpen(row.state)) return row;
    if (row.state !== 'requested')
      throw problem('invalid_state', { detail: `The activation is ${row.state}` });
    if (!eligibility || !isLiveEligibilityAt(eligibility, now) || !isLiveUser(requester))
      throw problem('invalid_state', {
        detail: 'The eligible assignment or the requester is not active',
      });
    await insertApproval(tx, {
      activationId: id,
      approverId: principal.id,
      people: behind,
      at: now,
    });
    const eligibleUntil = eligibility.expiresAt;
    if (approvals.length + 1 < row.requiredApprovals)
      return move(tx, row, {
        event: 'approve',
        now,
        reason: '',
        approver: principal.id,
        eligibleUntil,
      });
    const { isNow, ...window } = windowFrom(now, row, eligibleUntil);
    return move(tx, row, {
      event: isNow ? 'approve_last_now' : 'approve_last_later',
      now,
      reason: '',
      approver: principal.id,
      eligibleUntil,
      window,
    });
  }

  async function revoke(
    { tx, ifMatch }: TransactionScope & Conditional,
    principal: Principal,
    id: string,
  ): Promise<ActivationRow> {
    const { row, eligibility, now } = await locked(tx, id);
    const isRequester = row.principalId === principal.id;
    if (!isRequester && !principal.scopes.has('tenant:pim.approve')) throw problem('not_found');
    ifMatch(activationVersion(row, await listApprovals(tx, [id]), now));
    const event = isRequester ? 'revoke_by_requester' : 'revoke_by_approver';
    return move(tx, row, {
      event,
      now,
      reason: isRequester ? 'requester' : 'approver',
      ...(isRequester ? {} : { approver: principal.id }),
      eligibleUntil: eligibility?.expiresAt ?? null,
    });
  }

  return { request, approve, revoke };
}

/** See {@link activations}. */
export type Activations = ReturnType<typeof activations>;
