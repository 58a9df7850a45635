import { createInbox, errors, headers } from '@nats-io/transport-node';
import type { Msg, NatsConnection } from '@nats-io/transport-node';

/** Publishes rows of the outbox, many at a time. */
export interface RowPublisher {
  /**
   * Publishes one message and resolves to its sequence number in the stream. JetStream drops
   * repeats by `messageId`. Rejects if the stream does not accept it, and with an error for
   * {@link isStreamAway} if there is no acknowledgement within five seconds, or from the whole
   * stream within two, and while NATS is unavailable.
   */
  publish(subject: string, payload: string, messageId: string): Promise<number>;
  /**
   * Call when the connection is lost: rejects every unacknowledged message, since its
   * acknowledgement cannot arrive over another connection.
   */
  abandon(): void;
}

interface OnTheWay {
  sentAt: number;
  /** First part of the subject, which names the stream. */
  stream: string;
  resolve(streamSeq: number): void;
  reject(error: Error): void;
}

const acknowledgementMs = 5_000;
/**
 * A stream that acknowledges nothing for this long has lost its leader: another one, which is
 * elected in the meantime, does not know of what was sent to it.
 */
const silenceMs = 2_000;

const unavailable = 503;

const streamAway = (message: string): Error =>
  Object.assign(new Error(message), { code: unavailable });

/**
 * Whether a message was not accepted because its stream has no leader, or is out of reach. Unlike a
 * rejection, this passes without a change of the message or the configuration.
 */
export const isStreamAway = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === unavailable) ||
    error instanceof errors.TimeoutError ||
    error instanceof errors.NoRespondersError);

interface PubAck {
  seq?: number;
  error?: { code?: number; description?: string };
}

/**
 * Returns the sequence number of an acknowledgement (`PubAck`). Throws the error that JetStream
 * reports.
 */
function streamSeqIn(message: Msg): number {
  if (message.headers?.code === unavailable) throw streamAway('no stream takes this subject');
  const { error, seq } = message.json<PubAck>();
  if (error?.code === unavailable) throw streamAway(error.description ?? 'the stream is away');
  if (error || seq === undefined)
    throw new Error(error?.description ?? 'NATS sent an acknowledgement without a number');
  return seq;
}

/**
 * Creates a publisher with one inbox. The client library's own creates a timer, an error with its
 * stack and several promises per message, which costs more than all other work of the relay.
 * @param connected returns the connection while it is up
 */
export function rowPublisher(connected: () => NatsConnection | undefined): RowPublisher {
  const inFlight = new Map<string, OnTheWay>();
  const inbox = createInbox();
  let listening: NatsConnection | undefined;
  let timer: NodeJS.Timeout | undefined;
  let count = 0;
  /** When each stream last acknowledged something. */
  const heardAt = new Map<string, number>();

  function acknowledge(message: Msg): void {
    const token = message.subject.slice(inbox.length + 1);
    const row = inFlight.get(token);
    if (!row) return;
    inFlight.delete(token);
    heardAt.set(row.stream, performance.now());
    try {
      row.resolve(streamSeqIn(message));
    } catch (error) {
      row.reject(error as Error);
    }
  }

  /** The library subscribes again after each reconnect. */
  function listen(nc: NatsConnection): void {
    if (listening === nc) return;
    listening = nc;
    nc.subscribe(`${inbox}.*`, {
      callback: (error, message) => {
        if (!error) acknowledge(message);
      },
    });
  }

  const deadlineOf = ({ sentAt, stream }: OnTheWay): number =>
    Math.min(sentAt + acknowledgementMs, Math.max(sentAt, heardAt.get(stream) ?? 0) + silenceMs);

  function expire(): void {
    timer = undefined;
    const now = performance.now();
    for (const [token, row] of inFlight) {
      // Rows are in the order in which they were sent.
      if (row.sentAt + silenceMs > now) break;
      if (deadlineOf(row) > now) continue;
      inFlight.delete(token);
      row.reject(streamAway('NATS did not acknowledge a message in time'));
    }
    watch();
  }

  /** One timer for all rows: while there are any, it looks at them this often. */
  function watch(): void {
    if (inFlight.size > 0) timer ??= setTimeout(expire, silenceMs / 4);
  }

  return {
    publish: (subject, payload, messageId) =>
      new Promise((resolve, reject) => {
        const nc = connected();
        if (!nc) throw streamAway('NATS is away');
        listen(nc);
        const token = String((count += 1));
        const given = headers();
        given.set('Nats-Msg-Id', messageId);
        nc.publish(subject, payload, { reply: `${inbox}.${token}`, headers: given });
        const stream = subject.slice(0, subject.indexOf('.'));
        inFlight.set(token, { sentAt: performance.now(), stream, resolve, reject });
        watch();
      }),
    abandon() {
      clearTimeout(timer);
      timer = undefined;
      const rows = [...inFlight.values()];
      inFlight.clear();
      for (const row of rows) row.reject(streamAway('the connection to NATS was lost'));
    },
  };
}
