import type { ErasureState, EventTypeName } from '@platform/contracts';
import type { ErasureRecord } from './erasure-store.ts';

const open: ReadonlySet<ErasureState> = new Set([
  'RECEIVED',
  'DEACTIVATING',
  'DEACTIVATED',
  'HELD',
  'DEFERRED',
]);

/** Whether the request can still be held or cancelled. ERASING and later states are irreversible. */
export const isRevocable = (state: ErasureState): boolean => open.has(state);

export const isEnded = (state: ErasureState): boolean =>
  state === 'COMPLETED' || state === 'CANCELLED';

/** Whether data of the person is being erased, or was erased. */
export const isErasing = (state: ErasureState): boolean =>
  state === 'ERASING' || state === 'COMPLETED';

/** Durations in milliseconds. */
export interface HoldWindows {
  maxHoldMs: number;
  escalationMs: number;
}

/** The change of a request that cannot start to erase. */
export interface HeldChange {
  change: Partial<Pick<ErasureRecord, 'state' | 'heldSince' | 'deferredAt' | 'reminders'>>;
  event?: Extract<EventTypeName, 'erasure.held' | 'erasure.deferred'>;
}

/** Whether holds count against the window: also in DEACTIVATING, where a service may block the deactivation. */
const isCounted = (state: ErasureState): boolean => state === 'HELD' || state === 'DEACTIVATING';

/**
 * Returns the change of a request that is due and blocked: HELD, and DEFERRED after the whole
 * window. A DEFERRED request waits for a decision and gets repeated reminders.
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
