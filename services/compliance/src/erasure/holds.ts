import type { RaiseHoldRequest } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problemWithReason, found, invalid, problem } from '@platform/kit/problem';
import { databaseNow } from '../database-clock.ts';
import { publishErasure } from './erasure-events.ts';
import { changeRequest } from './erasure-store.ts';
import type { ErasureRecord } from './erasure-store.ts';
import { endHold, insertHold, listHolds, updateHold } from './hold-store.ts';
import type { HoldEnd, HoldRecord, NewHold } from './hold-store.ts';
import { isRevocable } from './erasure-states.ts';
import { holdResource } from './erasure-view.ts';

const maxActive = 20;

/** A locked request with its holds; the lock covers all decisions on holds. */
export interface HeldRequest {
  request: ErasureRecord;
  holds: HoldRecord[];
}

/** Returns the holds that block the erasure. */
export const activeHolds = (holds: readonly HoldRecord[]): HoldRecord[] =>
  holds.filter(({ state }) => state === 'active');

export const withHolds = async (tx: Tx, request: ErasureRecord): Promise<HeldRequest> => ({
  request,
  holds: await listHolds(tx, request.id),
});

/** Returns a hold as in events, without callers' texts: they may name the person, and events outlive the erasure. */
function publishedHold(record: HoldRecord): Record<string, unknown> {
  const { reason: _text, externalReference: _matter, ...hold } = holdResource(record);
  return hold;
}

/** Adds a hold. The first of consecutive holds sets `heldSince`. */
async function addHold(
  tx: Tx,
  { request, holds }: HeldRequest,
  hold: Omit<NewHold, 'id'>,
): Promise<HeldRequest & { added: HoldRecord }> {
  const added = await insertHold(tx, request.id, { id: newId('erasureHold'), ...hold });
  const held = request.heldSince
    ? request
    : await changeRequest(tx, request, { heldSince: hold.raisedAt });
  await publishErasure(tx, 'erasure.hold_raised', held, { hold: publishedHold(added) });
  return { request: held, holds: [...holds, added], added };
}

/**
 * Ends a hold. After the last one, the next hold starts a new window, unless the request is HELD:
 * there only the gate clears it, or holds that expire and return between two sweeps would postpone
 * the escalation forever.
 */
export async function removeHold(
  tx: Tx,
  { request, holds }: HeldRequest,
  id: string,
  end: HoldEnd,
): Promise<HeldRequest> {
  const ended = await endHold(tx, id, end);
  const now = holds.map((hold) => (hold.id === id ? ended : hold));
  const isChainOver = activeHolds(now).length === 0 && request.state !== 'HELD';
  const after = isChainOver ? await changeRequest(tx, request, { heldSince: null }) : request;
  await publishErasure(tx, 'erasure.hold_lifted', after, { hold: publishedHold(ended) });
  return { request: after, holds: now };
}

/** Ends expired holds. */
export async function expireHolds(tx: Tx, held: HeldRequest, now: Date): Promise<HeldRequest> {
  let current = held;
  for (const { id, expiresAt } of activeHolds(held.holds))
    if (expiresAt !== null && expiresAt <= now)
      current = await removeHold(tx, current, id, { state: 'expired', at: now });
  return current;
}

/** Ends every hold of a cancelled request. */
export async function endStandingHolds(
  tx: Tx,
  request: ErasureRecord,
  now: Date,
): Promise<ErasureRecord> {
  let held = await withHolds(tx, request);
  for (const { id } of activeHolds(held.holds))
    held = await removeHold(tx, held, id, { state: 'lifted', at: now });
  return held.request;
}

/** The opinion of a veto client or a service: whether to keep the data, and why. */
export interface Opinion {
  source: 'veto' | 'service';
  sourceId: string;
  hold?: Pick<HoldRecord, 'reasonCode' | 'reason' | 'expiresAt'>;
}

const holdsOf = (
  { holds }: Pick<HeldRequest, 'holds'>,
  { source, sourceId }: Pick<Opinion, 'source' | 'sourceId'>,
): HoldRecord[] => holds.filter((h) => h.source === source && h.sourceId === sourceId);

/** Whether a caller lifted the hold of this source, so that its opinion is ignored. */
export const isOverridden = (
  held: Pick<HeldRequest, 'holds'>,
  opinion: Pick<Opinion, 'source' | 'sourceId'>,
): boolean => holdsOf(held, opinion).some((hold) => hold.isOverridden);

/** Drops an end in the past: the hold would end before it began. The source is asked again. */
const openEnded = (hold: NonNullable<Opinion['hold']>, now: Date): NonNullable<Opinion['hold']> =>
  hold.expiresAt !== null && hold.expiresAt <= now ? { ...hold, expiresAt: null } : hold;

/** Creates, updates or lifts the single hold of a source. Ignores a source whose hold was lifted. */
export async function applyOpinion(
  tx: Tx,
  held: HeldRequest,
  opinion: Opinion,
  now: Date,
): Promise<HeldRequest> {
  if (isOverridden(held, opinion)) return held;
  const { source, sourceId } = opinion;
  const hold = opinion.hold && openEnded(opinion.hold, now);
  const standing = activeHolds(holdsOf(held, opinion))[0];
  if (!hold)
    return standing ? removeHold(tx, held, standing.id, { state: 'lifted', at: now }) : held;
  if (!standing)
    return addHold(tx, held, {
      source,
      sourceId,
      ...hold,
      externalReference: null,
      raisedAt: now,
    });
  await updateHold(tx, standing.id, hold);
  return held;
}

const tooLate = () =>
  problem('invalid_state', { detail: 'The erasure has started or the request has ended' });

/** Raises a caller's hold on a locked request. */
export async function raiseHold(
  tx: Tx,
  request: ErasureRecord,
  body: RaiseHoldRequest,
): Promise<HoldRecord> {
  if (!isRevocable(request.state)) throw tooLate();
  const now = await databaseNow(tx);
  const expiresAt = body.expiresAt === undefined ? null : new Date(body.expiresAt);
  if (expiresAt !== null && expiresAt <= now)
    throw invalid('/expiresAt', 'invalid_format', 'must be in the future');
  const held = await expireHolds(tx, await withHolds(tx, request), now);
  if (activeHolds(held.holds).length >= maxActive)
    throw problemWithReason('limit_exceeded', {
      code: 'limit_exceeded',
      detail: `A request can have at most ${maxActive} active holds`,
    });
  const { added } = await addHold(tx, held, {
    source: 'api',
    sourceId: '',
    reasonCode: body.reasonCode,
    reason: body.reason,
    externalReference: body.externalReference ?? null,
    raisedAt: now,
    expiresAt,
  });
  return added;
}

/** Lifts an active hold of a locked request. */
export async function liftHold(tx: Tx, request: ErasureRecord, holdId: string): Promise<void> {
  const now = await databaseNow(tx);
  const held = await expireHolds(tx, await withHolds(tx, request), now);
  const hold = found(activeHolds(held.holds).find(({ id }) => id === holdId));
  if (!isRevocable(request.state)) throw tooLate();
  const isForeign = hold.source !== 'api';
  if (isForeign && request.state !== 'DEFERRED')
    throw problem('invalid_state', {
      detail: 'Holds of veto clients and services can be lifted only after the request is DEFERRED',
    });
  await removeHold(tx, held, hold.id, { state: 'lifted', at: now, isOverridden: isForeign });
}
