import { AckPolicy, DeliverPolicy, headers as natsHeaders, nanos } from 'nats';
import type { ConsumerMessages, JetStreamClient, JsMsg } from 'nats';
import type { PlatformEvent } from '@platform/contracts';
import type { Logger } from '../log/log.ts';

/** An event as it came over the bus. */
export interface ReceivedEvent {
  tenantId: string;
  event: PlatformEvent;
  /** Length of the message. */
  bytes: number;
  traceparent?: string;
}

interface CloudEvent { id?: unknown; type?: unknown; tenantid?: unknown; traceparent?: string; data?: PlatformEvent }

/** Reads a message; undefined for one that can never be read (not JSON, no tenant, id or type). */
export function readMessage(message: JsMsg): ReceivedEvent | undefined {
  try {
    const envelope = message.json<CloudEvent>();
    if (typeof envelope.id !== 'string' || typeof envelope.type !== 'string' || typeof envelope.tenantid !== 'string' || envelope.data?.id !== envelope.id) return undefined;
    return { tenantId: envelope.tenantid, event: envelope.data, bytes: message.data.length, ...(envelope.traceparent ? { traceparent: envelope.traceparent } : {}) };
  } catch {
    return undefined;
  }
}

/** Copies a message that can never succeed to DLQ and takes it out of the stream's way. */
export async function bury(js: JetStreamClient, service: string, message: JsMsg, reason: string): Promise<void> {
  const headers = natsHeaders();
  headers.set('Platform-Subject', message.subject);
  headers.set('Platform-Reason', reason);
  await js.publish(`dlq.${service}.${reason}`, message.data, { headers });
  message.term();
}

/** What a durable consumer of batches is asked to do. */
export interface BatchConsumer {
  stream: 'EVENTS' | 'AUDIT' | 'PLATFORM';
  durable: string;
  filter: string;
  maxMessages: number;
  maxWaitMs: number;
  maxAckPending?: number;
  /** Settles each message (`ack`, `nak`, `term`); throwing leaves the batch to be delivered again, with a growing pause. */
  onBatch: (messages: JsMsg[]) => Promise<void>;
}

const ensureConsumer = async (js: JetStreamClient, { stream, durable, filter, maxAckPending = 512 }: BatchConsumer) => {
  const manager = await js.jetstreamManager();
  await manager.consumers.add(stream, {
    durable_name: durable, filter_subject: filter, ack_policy: AckPolicy.Explicit, ack_wait: nanos(60_000),
    max_ack_pending: maxAckPending, max_deliver: -1, deliver_policy: DeliverPolicy.All,
  });
  return js.consumers.get(stream, durable);
};

/** Pulls batches until `stop`. A failing batch is returned with a pause of 1 s doubling to 30 s. */
export async function consumeBatches(js: JetStreamClient, consumer: BatchConsumer, stop: AbortSignal, log: Logger): Promise<void> {
  const pull = await ensureConsumer(js, consumer);
  for (let failures = 0; !stop.aborted;) {
    const batch: JsMsg[] = [];
    const fetched: ConsumerMessages = await pull.fetch({ max_messages: consumer.maxMessages, expires: Math.max(1000, consumer.maxWaitMs) });
    const cut = (): void => fetched.stop();
    stop.addEventListener('abort', cut, { once: true });
    let linger: NodeJS.Timeout | undefined;
    for await (const message of fetched) {
      batch.push(message);
      if (batch.length >= consumer.maxMessages) break;
      linger ??= setTimeout(cut, consumer.maxWaitMs);
    }
    clearTimeout(linger);
    stop.removeEventListener('abort', cut);
    if (batch.length === 0) continue;
    try {
      await consumer.onBatch(batch);
      failures = 0;
    } catch (error) {
      const delay = Math.min(30_000, 1000 * 2 ** failures++);
      log.warn({ err: error, durable: consumer.durable, delay }, 'a batch could not be applied; it comes again');
      for (const message of batch) message.nak(delay); // settled ones ignore it
    }
  }
}

/** A handler of single events: throwing returns the event with a pause. */
export type EventHandler = (received: ReceivedEvent) => Promise<void>;

/** Applies events one by one as they come. */
export const oneByOne = (js: JetStreamClient, service: string, handle: EventHandler, log: Logger) => async (messages: JsMsg[]): Promise<void> => {
  for (const message of messages) {
    const received = readMessage(message);
    if (!received) {
      await bury(js, service, message, 'unreadable');
      continue;
    }
    try {
      await handle(received);
      message.ack();
    } catch (error) {
      const delay = Math.min(30_000, 1000 * 2 ** Math.min(5, message.info.redeliveryCount - 1));
      log.warn({ err: error, eventId: received.event.id, type: received.event.type }, 'an event could not be applied; it comes again');
      message.nak(delay);
    }
  }
};
