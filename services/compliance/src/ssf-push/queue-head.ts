import type { Database, Tx, TxContext } from '@platform/kit/database';
import type { HeldDestination } from '@platform/kit/delivery';
import { databaseNow } from '../database-clock.ts';
import type { QueuedToken, ReceiverRecord } from '../ssf/receivers.ts';
import { listPendingTokens, lockReceiver } from '../ssf/receivers.ts';
import { finishTokens } from '../ssf/token-outcome.ts';
import { releaseQueue } from './push-store.ts';

/** Tokens read and signed at a time. */
const ahead = 20;
const actor = { type: 'system', id: 'ssf-push' } as const;

/** The sendable head of a queue. */
export interface Head {
  receiver: ReceiverRecord;
  tokens: QueuedToken[];
}

/** Durations in milliseconds. */
export interface HeadOptions {
  db: Pick<Database, 'transact' | 'read'>;
  maxAgeMs: number;
}

export const queueContextOf = ({ tenantId }: Pick<HeldDestination, 'tenantId'>): TxContext => ({
  tenantId,
  actor,
});

/** Locks the receiver if this pod holds its queue and it is enabled. */
export async function lockHeld(tx: Tx, held: HeldDestination): Promise<ReceiverRecord | undefined> {
  const receiver = await lockReceiver(tx, held.destinationId);
  return receiver?.epoch === held.epoch && receiver.status === 'enabled' ? receiver : undefined;
}

/** Whether the lifetime of a token is over. For tokens held by a pause, it starts at the end of the pause. */
function isOverdue(
  { statusChangedAt }: ReceiverRecord,
  { createdAt }: QueuedToken,
  { now, maxAgeMs }: { now: Date; maxAgeMs: number },
): boolean {
  const since = Math.max(createdAt.getTime(), statusChangedAt.getTime());
  return since + maxAgeMs < now.getTime();
}

const overdueEnd = {
  state: 'expired',
  error: 'the token could not be delivered in time',
} as const;

/**
 * Returns the head of a queue after expiring overdue tokens. Releases the queue and returns
 * undefined if there is nothing to push.
 */
export const takeHead = (
  { db, maxAgeMs }: HeadOptions,
  held: HeldDestination,
): Promise<Head | undefined> =>
  db.transact(queueContextOf(held), async (tx) => {
    const receiver = await lockHeld(tx, held);
    if (!receiver) return undefined;
    const all = await listPendingTokens(tx, receiver.id, ahead);
    const now = await databaseNow(tx);
    const overdue = all.filter((token) => isOverdue(receiver, token, { now, maxAgeMs }));
    const expired = overdue.map(({ jti }) => jti);
    if (expired.length > 0) await finishTokens(tx, receiver, expired, overdueEnd);
    const tokens = all.filter((token) => !overdue.includes(token));
    if (tokens.length > 0) return { receiver, tokens };
    await releaseQueue(tx, receiver.id);
    return undefined;
  });
