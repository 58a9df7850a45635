import type { RaiseHoldRequest } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { because, found, invalid, problem } from '@platform/kit/problem';
import { databaseNow } from '../database-clock.ts';
import { publishErasure } from './erasure-events.ts';
import { changeRequest } from './erasure-store.ts';
import type { ErasureRecord } from './erasure-store.ts';
import { endHold, insertHold, listHolds, updateHold } from './hold-store.ts';
import type { HoldEnd, HoldRecord, NewHold } from './hold-store.ts';
import { isRevocable } from './erasure-states.ts';
import { holdResource } from './erasure-view.ts';

const maxActive = 20;

/** A request with its holds, locked: whatever is decided of them is decided here. */
export interface HeldRequest {
  request: ErasureRecord;
  holds: HoldRecord[];
}

/** The holds that keep a request from erasing. */
export const activeHolds = (holds: readonly HoldRecord[]): HoldRecord[] =>
  holds.filter(({ state }) => state === 'active');

export const withHolds = async (tx: Tx, request: ErasureRecord): Promise<HeldRequest> => ({
  request,
  holds: await listHolds(tx, request.id),
});

/** A hold as events tell of it: text that somebody wrote may name the person, and events outlive the erasure. */
function publishedHold(record: HoldRecord): Record<string, unknown> {
  const { reason: _text, externalReference: _matter, ...hold } = holdResource(record);
  return hold;
}

/** Adds a hold. The first of an unbroken chain sets `heldSince`. */
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
 * Ends a hold. When none is left, the next one begins a new chain; not so while the request is HELD, where only the gate ends
 * it: else holds that expire and come again between two sweeps would put off the escalation for ever.
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

/** Ends the holds whose time is over. */
export async function expireHolds(tx: Tx, held: HeldRequest, now: Date): Promise<HeldRequest> {
  let current = held;
  for (const { id, expiresAt } of activeHolds(held.holds))
    if (expiresAt !== null && expiresAt <= now)
      current = await removeHold(tx, current, id, { state: 'expired', at: now });
  return current;
}

/** Ends every hold of a request that is cancelled. */
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

/** What a veto client or a service says: keep the data for a reason, or not. */
export interface Opinion {
  source: 'veto' | 'service';
  sourceId: string;
  hold?: Pick<HoldRecord, 'reasonCode' | 'reason' | 'expiresAt'>;
}

const holdsOf = (
  { holds }: Pick<HeldRequest, 'holds'>,
  { source, sourceId }: Pick<Opinion, 'source' | 'sourceId'>,
): HoldRecord[] => holds.filter((h) => h.source === source && h.sourceId === sourceId);

/** Has somebody lifted the hold of this source, so that it is not heard again? */
export const isOverridden = (
  held: Pick<HeldRequest, 'holds'>,
  opinion: Pick<Opinion, 'source' | 'sourceId'>,
): boolean => holdsOf(held, opinion).some((hold) => hold.isOverridden);

/** A hold until a time that is past would end before it began: whoever raised it is asked again. */
const openEnded = (hold: NonNullable<Opinion['hold']>, now: Date): NonNullable<Opinion['hold']> =>
  hold.expiresAt !== null && hold.expiresAt <= now ? { ...hold, expiresAt: null } : hold;

/** Makes, keeps or lifts the one hold of a source. A source that was overridden is not heard again. */
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

/** Raises a hold of a caller on a locked request. */
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
    throw because('limit_exceeded', {
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
