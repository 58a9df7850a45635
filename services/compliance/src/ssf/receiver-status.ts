import type { EventTypeName } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { ensureVerification, streamUpdatedToken } from './queue.ts';
import { updateStatus } from './receiver-store.ts';
import type { ReceiverRecord, StatusChange } from './receiver-store.ts';
import { endTokensBefore, insertToken } from './token-store.ts';

type ReceiverEvent = Extract<EventTypeName, `ssf.${string}`>;

const eventOf = {
  enabled: 'ssf.receiver_enabled',
  paused: 'ssf.receiver_paused',
  disabled: 'ssf.receiver_disabled',
} as const satisfies Record<ReceiverRecord['status'], ReceiverEvent>;

/** Publishes a change of a receiver. */
export const publishReceiverEvent = (
  tx: Tx,
  type: ReceiverEvent,
  receiver: ReceiverRecord,
  more: Record<string, unknown> = {},
) =>
  tx.publish({
    type,
    subject: { type: 'ssf_receiver', id: receiver.id },
    data: {
      ssfReceiver: {
        id: receiver.id,
        name: receiver.name,
        clientId: receiver.clientId,
        deliveryMethod: receiver.method,
        status: receiver.status,
        statusReason: receiver.statusReason,
        statusChangedBy: receiver.statusChangedBy,
      },
      ...more,
    },
  });

/** Whether to notify a verified receiver that its stream was stopped by the transmitter. */
export const isAnnounced = (
  before: Pick<ReceiverRecord, 'status' | 'verificationState'>,
  { status, statusChangedBy }: Pick<ReceiverRecord, 'status' | 'statusChangedBy'>,
): boolean =>
  before.status === 'enabled' &&
  status !== 'enabled' &&
  before.verificationState === 'verified' &&
  statusChangedBy !== 'receiver';

/** SSF 1.0 §8.1.5: a receiver is notified of changes that it did not make itself. */
async function afterEnabling(
  tx: Tx,
  before: ReceiverRecord,
  enabled: ReceiverRecord,
  issuer: string,
): Promise<ReceiverRecord> {
  if (before.verificationState !== 'verified') return ensureVerification(tx, enabled, issuer);
  if (before.statusChangedBy !== 'receiver')
    await insertToken(tx, enabled.id, await streamUpdatedToken(tx, enabled, issuer));
  return enabled;
}

/** A polled stream learns of its stop with the next poll (SSF 1.0 §8.1.5). */
async function afterStopping(
  tx: Tx,
  before: ReceiverRecord,
  stopped: ReceiverRecord,
  issuer: string,
): Promise<ReceiverRecord> {
  if (isAnnounced(before, stopped) && stopped.method === 'poll')
    await insertToken(tx, stopped.id, await streamUpdatedToken(tx, stopped, issuer));
  return stopped;
}

/**
 * Changes the status of a locked receiver; the same status changes nothing. Pausing keeps the
 * queue, disabling discards it.
 */
export async function changeStatus(
  tx: Tx,
  receiver: ReceiverRecord,
  to: StatusChange,
  issuer: string,
): Promise<ReceiverRecord> {
  if (receiver.status === to.status) return receiver;
  if (to.status === 'disabled')
    await endTokensBefore(tx, receiver.id, null, {
      state: 'discarded',
      error: 'the receiver was disabled',
    });
  const changed = await updateStatus(tx, receiver.id, to);
  const after =
    to.status === 'enabled'
      ? await afterEnabling(tx, receiver, changed, issuer)
      : await afterStopping(tx, receiver, changed, issuer);
  await publishReceiverEvent(tx, eventOf[to.status], after);
  return after;
}

/** Pauses a receiver that does not answer, and publishes it. */
export async function pauseFailing(
  tx: Tx,
  receiver: ReceiverRecord,
  reason: string,
  issuer: string,
): Promise<void> {
  const paused = await changeStatus(
    tx,
    receiver,
    { status: 'paused', statusReason: reason, statusChangedBy: 'platform' },
    issuer,
  );
  await publishReceiverEvent(tx, 'ssf.receiver_failing', paused, { reason });
}
