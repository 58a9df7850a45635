import { ssfStreamEventTypes } from '@platform/contracts';
import type { Database, Tx, TxContext } from '@platform/kit/database';
import type { Egress } from '@platform/kit/egress';
import type { Logger } from '@platform/kit/log';
import type { SecretBox } from '@platform/kit/secrets';
import { databaseNow } from '../database-clock.ts';
import { streamUpdatedToken } from '../ssf/queue.ts';
import { openedHeader } from '../ssf/receiver-header.ts';
import type { ReceiverRecord } from '../ssf/receiver-record.ts';
import { pauseFailing } from '../ssf/receiver-status.ts';
import {
  countAttempt,
  listPendingTokens,
  lockReceiver,
  recordFailedAttempt,
} from '../ssf/receivers.ts';
import { signTokens } from '../ssf/signed-tokens.ts';
import type { SignedToken, TokenSigning } from '../ssf/signed-tokens.ts';
import { settleTokens } from '../ssf/token-outcome.ts';
import type { QueuedToken } from '../ssf/token-record.ts';
import { failureOutcome, responseOutcome } from './push-response.ts';
import type { PushOutcome } from './push-response.ts';
import { pauseAfter } from './push-schedule.ts';
import {
  postponeQueue,
  recordDelivered,
  recordRejected,
  releaseQueue,
  renewLease,
} from './push-store.ts';
import type { HeldQueue } from './push-store.ts';

/** What pushing a queue needs. Times in milliseconds. */
export interface QueueRunOptions extends TokenSigning {
  db: Pick<Database, 'transact' | 'read'>;
  egress: Pick<Egress, 'request'>;
  secrets: Pick<SecretBox, 'open'>;
  issuerOf: (tenantId: string) => Promise<string>;
  timeoutMs: number;
  maxAgeMs: number;
  pauseAfterFailures: number;
  leaseMs: number;
  random: () => number;
  log: Logger;
}

/** Tokens that are read and signed at a time. */
const ahead = 20;
const maxResponseBytes = 16 * 1024;
const actor = { type: 'system', id: 'ssf-push' } as const;

/** What a queue begins with, as far as it may leave now. */
interface Head {
  receiver: ReceiverRecord;
  tokens: QueuedToken[];
}

const isVerification = ({ eventType }: QueuedToken): boolean =>
  eventType === ssfStreamEventTypes.verification;

/** The receiver with its row locked, while this pod holds its queue and it is enabled. */
async function lockHeld(tx: Tx, held: HeldQueue): Promise<ReceiverRecord | undefined> {
  const receiver = await lockReceiver(tx, held.receiverId);
  return receiver?.epoch === held.epoch && receiver.status === 'enabled' ? receiver : undefined;
}

/** Tokens whose time is over. What was held while the receiver was paused counts from its end. */
function isOverdue(
  { statusChangedAt }: ReceiverRecord,
  { createdAt }: QueuedToken,
  { now, maxAgeMs }: { now: Date; maxAgeMs: number },
): boolean {
  const since = Math.max(createdAt.getTime(), statusChangedAt.getTime());
  return since + maxAgeMs < now.getTime();
}

/** Pushes the queue of one receiver, token by token in their order, until it is empty, fails, or belongs to another pod. */
export function queueRun(options: QueueRunOptions) {
  const { db, egress, secrets, leaseMs, maxAgeMs, pauseAfterFailures, log } = options;
  const contextOf = ({ tenantId }: HeldQueue): TxContext => ({ tenantId, actor });

  /** The head of the queue; undefined when there is nothing to push, and the queue was given back. */
  const takeHead = (held: HeldQueue): Promise<Head | undefined> =>
    db.transact(contextOf(held), async (tx) => {
      const receiver = await lockHeld(tx, held);
      if (!receiver) return undefined;
      const all = await listPendingTokens(tx, receiver.id, ahead);
      const now = await databaseNow(tx);
      const overdue = all.filter((token) => isOverdue(receiver, token, { now, maxAgeMs }));
      await settleTokens(
        tx,
        receiver,
        overdue.map(({ jti }) => jti),
        { state: 'expired', error: 'the token could not be delivered in time' },
      );
      const tokens = all.filter((token) => !overdue.includes(token));
      if (tokens.length === 0) {
        await releaseQueue(tx, receiver.id);
        return undefined;
      }
      await renewLease(tx, receiver.id, leaseMs);
      return { receiver, tokens };
    });

  async function push(
    { tenantId }: HeldQueue,
    receiver: ReceiverRecord,
    jws: string,
    signal: AbortSignal,
  ): Promise<PushOutcome> {
    const authorization = openedHeader(secrets, tenantId, receiver);
    const response = await egress
      .request({
        tenantId,
        method: 'POST',
        url: receiver.endpointUrl ?? '',
        headers: {
          'content-type': 'application/secevent+jwt',
          accept: 'application/json',
          ...(authorization === undefined ? {} : { authorization }),
        },
        body: jws,
        timeoutMs: options.timeoutMs,
        maxResponseBytes,
        signal,
      })
      .catch((error: unknown) => {
        signal.throwIfAborted();
        return failureOutcome(error);
      });
    return 'kind' in response ? response : responseOutcome(response, Date.now());
  }

  /** One last token, sent once, says that nothing follows; whether it arrives does not matter. */
  async function sayPaused(held: HeldQueue, receiver: ReceiverRecord, signal: AbortSignal) {
    const context = contextOf(held);
    const issuer = await options.issuerOf(held.tenantId);
    const paused = { ...receiver, status: 'paused' as const, statusReason: 'deliveries fail' };
    const { claims } = await db.read(context, (tx) => streamUpdatedToken(tx, paused, issuer));
    const [signed] = await options.signer.sign(held.tenantId, 'SET', [claims]);
    if (signed) await push(held, receiver, signed.jws, signal);
  }

  async function pause(held: HeldQueue, receiver: ReceiverRecord, signal: AbortSignal) {
    await sayPaused(held, receiver, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      log.info(
        { err: error, receiverId: receiver.id },
        'a receiver could not be told of its pause',
      );
    });
    const issuer = await options.issuerOf(held.tenantId);
    await db.transact(contextOf(held), async (tx) => {
      const current = await lockHeld(tx, held);
      if (current) await pauseFailing(tx, current, 'deliveries fail', issuer);
    });
  }

  /** Records how a push ended. Answers what comes next. */
  const record = (
    held: HeldQueue,
    token: SignedToken,
    outcome: PushOutcome,
  ): Promise<'next' | 'stop' | 'pause'> =>
    db.transact(contextOf(held), async (tx) => {
      const receiver = await lockHeld(tx, held);
      if (!receiver) return 'stop';
      const failures = receiver.consecutiveFailures + 1;
      if (outcome.kind === 'failed') {
        await recordFailedAttempt(tx, receiver.id, token.seq, outcome);
        const pauseMs = pauseAfter(token.attempts + 1, outcome.retryAfterMs, options.random);
        await postponeQueue(tx, receiver.id, { error: outcome.error, pauseMs });
        return failures >= pauseAfterFailures ? 'pause' : 'stop';
      }
      await countAttempt(tx, receiver.id, [token.jti]);
      await renewLease(tx, receiver.id, leaseMs);
      const responseStatus = outcome.status;
      if (outcome.kind === 'delivered') {
        await settleTokens(tx, receiver, [token.jti], { state: 'delivered', responseStatus });
        await recordDelivered(tx, receiver.id);
        return 'next';
      }
      const { error } = outcome;
      await settleTokens(tx, receiver, [token.jti], { state: 'rejected', responseStatus, error });
      await recordRejected(tx, receiver.id, error);
      // A receiver that never took a verification event is sent nothing else.
      const isRefused = isVerification(token) && receiver.verificationState !== 'verified';
      return isRefused || failures >= pauseAfterFailures ? 'pause' : 'next';
    });

  async function pushAll(held: HeldQueue, { receiver, tokens }: Head, signal: AbortSignal) {
    const signed = await signTokens(options, contextOf(held), receiver.id, tokens);
    for (const token of signed) {
      signal.throwIfAborted();
      const outcome = await push(held, receiver, token.jws, signal);
      const next = await record(held, token, outcome);
      if (next === 'pause') await pause(held, receiver, signal);
      if (next !== 'next') return false;
    }
    return true;
  }

  return async function run(held: HeldQueue, signal: AbortSignal): Promise<void> {
    for (let goesOn = true; goesOn;) {
      const head = await takeHead(held);
      goesOn = head !== undefined && (await pushAll(held, head, signal));
    }
  };
}
