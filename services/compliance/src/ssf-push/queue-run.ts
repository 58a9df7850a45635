import { ssfStreamEventTypes } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { DeliveryTurn, HeldDestination } from '@platform/kit/delivery';
import type { ReceiverRecord } from '../ssf/receivers.ts';
import { pauseFailing } from '../ssf/receiver-status.ts';
import { countAttempt, recordFailedAttempt } from '../ssf/receivers.ts';
import { signTokens } from '../ssf/signed-tokens.ts';
import type { SignedToken, TokenSigning } from '../ssf/signed-tokens.ts';
import { finishTokens } from '../ssf/token-outcome.ts';
import { pushToken } from './push-request.ts';
import type { PushOutcome } from './push-response.ts';
import { pauseAfter } from './push-schedule.ts';
import { postponeQueue, recordDelivered, recordFault, releaseQueue } from './push-store.ts';
import { queueContextOf, lockHeld, takeHead } from './queue-head.ts';
import type { Head, HeadOptions } from './queue-head.ts';
import { stopAnnouncement } from './stop-announcement.ts';
import type { StopAnnouncementOptions } from './stop-announcement.ts';

export interface QueueRunOptions
  extends StopAnnouncementOptions, HeadOptions, Omit<TokenSigning, 'db' | 'signer'> {
  db: HeadOptions['db'];
  pauseAfterFailures: number;
  random: () => number;
}

/** The members of a turn that queues use. */
type QueueTurn = Pick<DeliveryTurn, 'signal' | 'slot'>;

/** The step after a push. */
type Next = 'next' | 'stop' | 'pause';

const pauseReason = 'deliveries fail';

/** Pushes the queue of one receiver, token by token in order, until it is empty, fails, or is leased by another pod. */
export function queueRun(options: QueueRunOptions) {
  const { db, issuerOf, pauseAfterFailures } = options;
  const announce = stopAnnouncement(options);

  async function recordFailure(
    tx: Tx,
    receiver: ReceiverRecord,
    token: SignedToken,
    outcome: Extract<PushOutcome, { kind: 'failed' }>,
  ): Promise<Next> {
    await recordFailedAttempt(tx, receiver.id, token.seq, outcome);
    // Keeps the lease until the receiver is paused: a renewal that finds it gone aborts the turn.
    if (receiver.consecutiveFailures + 1 >= pauseAfterFailures) {
      await recordFault(tx, receiver.id, outcome.error);
      return 'pause';
    }
    const pauseMs = pauseAfter(token.attempts + 1, outcome.retryAfterMs, options.random);
    await postponeQueue(tx, receiver.id, { error: outcome.error, pauseMs });
    return 'stop';
  }

  async function recordRejection(
    tx: Tx,
    receiver: ReceiverRecord,
    token: SignedToken,
    { status: responseStatus, error }: Extract<PushOutcome, { kind: 'rejected' }>,
  ): Promise<Next> {
    await finishTokens(tx, receiver, [token.jti], { state: 'rejected', responseStatus, error });
    await recordFault(tx, receiver.id, error);
    // A receiver that never acknowledged a verification event gets nothing else.
    const isUnverified =
      receiver.verificationState !== 'verified' &&
      token.eventType === ssfStreamEventTypes.verification;
    const isFailing = receiver.consecutiveFailures + 1 >= pauseAfterFailures;
    return isUnverified || isFailing ? 'pause' : 'next';
  }

  const record = (held: HeldDestination, token: SignedToken, outcome: PushOutcome): Promise<Next> =>
    db.transact(queueContextOf(held), async (tx) => {
      const receiver = await lockHeld(tx, held);
      if (!receiver) return 'stop';
      if (outcome.kind === 'failed') return recordFailure(tx, receiver, token, outcome);
      const counted = countAttempt(tx, receiver.id, [token.jti]);
      if (outcome.kind === 'rejected') {
        await counted;
        return recordRejection(tx, receiver, token, outcome);
      }
      // The statements are independent, so they are sent together.
      await Promise.all([
        counted,
        finishTokens(tx, receiver, [token.jti], {
          state: 'delivered',
          responseStatus: outcome.status,
        }),
        recordDelivered(tx, receiver.id),
      ]);
      return 'next';
    });

  async function pause(held: HeldDestination, receiver: ReceiverRecord, signal: AbortSignal) {
    const stop = { status: 'paused', statusReason: pauseReason } as const;
    await announce(held.tenantId, { ...receiver, ...stop }, signal);
    signal.throwIfAborted();
    const issuer = await issuerOf(held.tenantId);
    await db.transact(queueContextOf(held), async (tx) => {
      const current = await lockHeld(tx, held);
      if (!current) return;
      await pauseFailing(tx, current, pauseReason, issuer);
      await releaseQueue(tx, current.id);
    });
  }

  /** Pushes the tokens that were read. Returns whether the queue continues. */
  async function pushAll(
    held: HeldDestination,
    { receiver, tokens }: Head,
    { signal, slot }: QueueTurn,
  ) {
    const { tenantId } = held;
    for (const token of await signTokens(options, queueContextOf(held), receiver.id, tokens)) {
      signal.throwIfAborted();
      slot.begin();
      const outcome = await pushToken(options, { tenantId, receiver, jws: token.jws, signal });
      const next = await record(held, token, outcome);
      if (next === 'pause') await pause(held, receiver, signal);
      if (next !== 'next') return false;
    }
    return true;
  }

  return async function run(held: HeldDestination, turn: QueueTurn): Promise<void> {
    try {
      for (let goesOn = true; goesOn;) {
        const head = await takeHead(options, held);
        goesOn = head !== undefined && (await pushAll(held, head, turn));
      }
    } finally {
      turn.slot.release();
    }
  };
}
