import { createInbox, headers } from '@nats-io/transport-node';
import type { Msg, NatsConnection } from '@nats-io/transport-node';

/** Publishes rows of the outbox, many at a time. */
export interface RowPublisher {
  /**
   * Publishes one message and resolves to its sequence number in the stream. JetStream drops
   * repeats by `messageId`. Rejects if the stream does not accept it, if there is no
   * acknowledgement within five seconds, and while NATS is unavailable.
   */
  publish(subject: string, payload: string, messageId: string): Promise<number>;
  /**
   * Call when the connection is lost: rejects every unacknowledged message, since its
   * acknowledgement cannot arrive over another connection.
   */
  abandon(): void;
}

interface OnTheWay {
  deadline: number;
  resolve(streamSeq: number): void;
  reject(error: Error): void;
}

const acknowledgementMs = 5_000;

/**
 * Returns the sequence number of an acknowledgement (`PubAck`). Throws the error that JetStream
 * reports.
 */
function streamSeqIn(message: Msg): number {
  if (message.headers?.code === 503) throw new Error('no stream takes this subject');
  const { error, seq } = message.json<{ seq?: number; error?: { description?: string } }>();
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

  function acknowledge(message: Msg): void {
    const token = message.subject.slice(inbox.length + 1);
    const row = inFlight.get(token);
    if (!row) return;
    inFlight.delete(token);
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

  /** Messages expire in sending order, so one timer is enough. */
  function expire(): void {
    timer = undefined;
    const now = performance.now();
    for (const [token, row] of inFlight) {
      if (row.deadline > now) break;
      inFlight.delete(token);
      row.reject(new Error('NATS did not acknowledge a message in time'));
    }
    watch();
  }

  function watch(): void {
    const [first] = inFlight.values();
    if (first) timer ??= setTimeout(expire, Math.max(1, first.deadline - performance.now()));
  }

  return {
    publish: (subject, payload, messageId) =>
      new Promise((resolve, reject) => {
        const nc = connected();
        if (!nc) throw new Error('NATS is away');
        listen(nc);
        const token = String((count += 1));
        const given = headers();
        given.set('Nats-Msg-Id', messageId);
        nc.publish(subject, payload, { reply: `${inbox}.${token}`, headers: given });
        inFlight.set(token, { deadline: performance.now() + acknowledgementMs, resolve, reject });
        watch();
      }),
    abandon() {
      clearTimeout(timer);
      timer = undefined;
      const rows = [...inFlight.values()];
      inFlight.clear();
      for (const row of rows) row.reject(new Error('the connection to NATS was lost'));
    },
  };
}
