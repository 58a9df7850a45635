import type { PlatformEvent } from '@platform/contracts';
import { headers as natsHeaders } from 'nats';
import type { JetStreamClient, JsMsg } from 'nats';
import type { Metrics } from '../metrics/metrics.ts';

/** An event as it came over the bus. */
export interface ReceivedEvent {
  tenantId: string;
  event: PlatformEvent;
  /** Length of the message. */
  bytes: number;
  traceparent?: string;
}

/** Sees an event. */
export type EventListener = (received: ReceivedEvent) => Promise<void>;

interface CloudEvent {
  id?: unknown;
  type?: unknown;
  tenantid?: unknown;
  traceparent?: string;
  data?: PlatformEvent;
}

/** Reads a message; undefined for one that can never be read (not JSON, no tenant, id or type). */
export function readMessage(
  message: Pick<JsMsg, 'data'> & { json<T>(): T },
): ReceivedEvent | undefined {
  try {
    const { id, type, tenantid, traceparent, data } = message.json<CloudEvent>();
    if (typeof id !== 'string' || typeof type !== 'string' || typeof tenantid !== 'string')
      return undefined;
    if (data?.id !== id) return undefined;
    return { tenantId: tenantid, event: data, bytes: message.data.length, traceparent };
  } catch {
    return undefined;
  }
}

/** Copies a message that can never be applied to the stream DLQ, once however often it is called, and counts it. */
export async function deadLetter(
  js: JetStreamClient,
  { service, metrics }: { service: string; metrics: Pick<Metrics, 'counter'> },
  message: JsMsg,
  reason: string,
): Promise<void> {
  const headers = natsHeaders();
  headers.set('Platform-Subject', message.subject);
  headers.set('Platform-Reason', reason);
  headers.set('Nats-Msg-Id', `${service} ${message.info.stream} ${message.seq} ${reason}`);
  await js.publish(`dlq.${service}.${reason}`, message.data, { headers });
  metrics.counter('platform_dead_letters_total').inc({ reason });
}

/** A message's place in its stream. */
export interface Place {
  seq: number;
  /** When the stream stored it, in milliseconds; undefined when that is not known. */
  storedAt?: number;
}

/** Where a message stands. */
export const placeOf = ({ seq, info }: JsMsg): Place => ({
  seq,
  storedAt: Math.floor(info.timestampNanos / 1e6),
});
