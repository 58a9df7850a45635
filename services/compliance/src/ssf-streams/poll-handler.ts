import { ssfStreamEventTypes } from '@platform/contracts';
import type { Principal, SsfPollAnswer, ssfStreamOperations } from '@platform/contracts';
import type { Database, Tx, TxContext } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import type { KeyWatch } from '@platform/kit/async';
import { problem } from '@platform/kit/problem';
import type { QueuedToken, ReceiverRecord } from '../ssf/receivers.ts';
import { countAttempt, listPendingTokens, lockedReceiver, setPolled } from '../ssf/receivers.ts';
import { signTokens } from '../ssf/signed-tokens.ts';
import type { TokenSigning } from '../ssf/signed-tokens.ts';
import { finishTokens } from '../ssf/token-outcome.ts';
import { ownStream } from './stream-access.ts';

/** Durations in milliseconds. */
export interface PollOptions extends TokenSigning {
  db: Pick<Database, 'transact'>;
  watch: KeyWatch;
  maxWaitMs: number;
  maxEvents: number;
}

const defaultEvents = 100;
/** How often to check for tokens that another pod queued. */
const lookAgainMs = 2_000;

/** The acknowledgments in one poll (RFC 8936 §2.4). */
interface Acknowledged {
  ack?: string[] | undefined;
  setErrs?: Record<string, { err: string; description?: string | undefined }> | undefined;
}

async function acknowledge(
  tx: Tx,
  stream: ReceiverRecord,
  { ack = [], setErrs = {} }: Acknowledged,
): Promise<void> {
  if (ack.length > 0) await finishTokens(tx, stream, ack, { state: 'delivered' });
  for (const [jti, { err, description }] of Object.entries(setErrs)) {
    const error = description === undefined ? err : `${err}: ${description}`;
    await finishTokens(tx, stream, [jti], { state: 'rejected', error });
  }
}

/**
 * Returns the tokens that may be sent. SSF 1.0 §8.1.2: a stream that is not enabled transmits only
 * the notice of its stop (§8.1.5). Until a receiver has acknowledged a verification event, it gets
 * only tokens about the stream itself.
 */
function leaving(stream: ReceiverRecord, tokens: readonly QueuedToken[]): QueuedToken[] {
  const { streamUpdated, verification } = ssfStreamEventTypes;
  if (stream.status !== 'enabled')
    return tokens.filter(({ eventType }) => eventType === streamUpdated);
  if (stream.verificationState === 'verified') return [...tokens];
  return tokens.filter(
    ({ eventType }) => eventType === streamUpdated || eventType === verification,
  );
}

interface Batch {
  tokens: QueuedToken[];
  hasMore: boolean;
}

/** `POST /ssf/streams/{streamId}/poll` (RFC 8936): acknowledges tokens, and waits for new ones if there are none. */
export function pollHandler(
  options: PollOptions,
): Pick<Handlers<typeof ssfStreamOperations>, 'ssfPoll'> {
  const { db, watch, maxWaitMs } = options;

  const take = (
    context: TxContext,
    principal: Principal,
    streamId: string,
    { maxEvents, ...acknowledged }: Acknowledged & { maxEvents: number },
  ): Promise<Batch> =>
    db.transact(context, async (tx) => {
      const stream = ownStream(principal, await lockedReceiver(tx, streamId));
      if (stream.method !== 'poll') throw problem('not_found');
      await acknowledge(tx, stream, acknowledged);
      await setPolled(tx, stream.id);
      const current = await lockedReceiver(tx, streamId);
      const found = leaving(current, await listPendingTokens(tx, stream.id, maxEvents + 1));
      const tokens = found.slice(0, maxEvents);
      await countAttempt(
        tx,
        stream.id,
        tokens.map(({ jti }) => jti),
      );
      return { tokens, hasMore: found.length > tokens.length };
    });

  async function answerOf(
    context: TxContext,
    streamId: string,
    { tokens, hasMore }: Batch,
  ): Promise<SsfPollAnswer> {
    const signed = await signTokens(options, context, streamId, tokens);
    return {
      sets: Object.fromEntries(signed.map(({ jti, jws }) => [jti, jws])),
      moreAvailable: hasMore,
    };
  }

  return {
    async ssfPoll({ principal, params: { streamId }, body, context }) {
      const maxEvents = Math.min(body.maxEvents ?? defaultEvents, options.maxEvents);
      const until = Date.now() + (body.returnImmediately || maxEvents === 0 ? 0 : maxWaitMs);
      const { ack, setErrs } = body;
      const waiter = watch.enter(streamId);
      try {
        let batch = await take(context, principal, streamId, { maxEvents, ack, setErrs });
        for (let left = until - Date.now(); waiter && left > 0; left = until - Date.now()) {
          if (batch.tokens.length > 0) break;
          await waiter.change(Math.min(left, lookAgainMs));
          batch = await take(context, principal, streamId, { maxEvents });
        }
        return await answerOf(context, streamId, batch);
      } finally {
        waiter?.leave();
      }
    },
  };
}
