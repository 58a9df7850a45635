import type { ErasureState, EventTypeName } from '@platform/contracts';
import type { ErasureRecord } from './erasure-store.ts';

const open: ReadonlySet<ErasureState> = new Set([
  'RECEIVED',
  'DEACTIVATING',
  'DEACTIVATED',
  'HELD',
  'DEFERRED',
]);

/** Can the request still be held or cancelled? From ERASING on there is no way back. */
export const isRevocable = (state: ErasureState): boolean => open.has(state);

/** Has the request come to its end? */
export const isEnded = (state: ErasureState): boolean =>
  state === 'COMPLETED' || state === 'CANCELLED';

/** Is data of the person being erased, or gone? */
export const isErasing = (state: ErasureState): boolean =>
  state === 'ERASING' || state === 'COMPLETED';

/** Windows of time, in milliseconds. */
export interface HoldWindows {
  maxHoldMs: number;
  escalationMs: number;
}

/** What a request becomes when erasing cannot begin. */
export interface HeldChange {
  change: Partial<Pick<ErasureRecord, 'state' | 'heldSince' | 'deferredAt' | 'reminders'>>;
  event?: Extract<EventTypeName, 'erasure.held' | 'erasure.deferred'>;
}

/** States in which holds are counted against the window: a service may keep the account from being deactivated, too. */
const isCounted = (state: ErasureState): boolean => state === 'HELD' || state === 'DEACTIVATING';

/**
 * A request that is due and blocked is HELD. Once it was held for the whole window it is DEFERRED: somebody has to decide,
 * and is reminded again and again.
 */
export function whenBlocked(
  {
    state,
    heldSince,
    deferredAt,
    reminders,
  }: Pick<ErasureRecord, 'state' | 'heldSince' | 'deferredAt' | 'reminders'>,
  now: Date,
  { maxHoldMs, escalationMs }: HoldWindows,
): HeldChange {
  if (state === 'DEACTIVATED')
    return { change: { state: 'HELD', heldSince: heldSince ?? now }, event: 'erasure.held' };
  const since = heldSince ?? now;
  if (isCounted(state) && now.getTime() - since.getTime() >= maxHoldMs)
    return {
      change: { state: 'DEFERRED', heldSince: since, deferredAt: now, reminders: 0 },
      event: 'erasure.deferred',
    };
  const dueReminder = (deferredAt?.getTime() ?? 0) + (reminders + 1) * escalationMs;
  if (state === 'DEFERRED' && now.getTime() >= dueReminder)
    return {
      change: { heldSince: since, reminders: reminders + 1 },
      event: 'erasure.deferred',
    };
  return { change: { heldSince: since } };
}
