import type { PlatformEvent } from '@platform/contracts';
import { JetStreamApiError } from '@nats-io/jetstream';
import type { JsMsg } from '@nats-io/jetstream';

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

/** A view of the bytes: of a buffer their text is read faster than by the `TextDecoder` of `JsMsg.json`. */
const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString();

/** Reads a message; undefined for one that can never be read (not JSON, no tenant, id or type). */
export function readMessage(message: Pick<JsMsg, 'data'>): ReceivedEvent | undefined {
  try {
    const { id, type, tenantid, traceparent, data } = JSON.parse(
      textOf(message.data),
    ) as CloudEvent;
    if (typeof id !== 'string' || typeof type !== 'string' || typeof tenantid !== 'string')
      return undefined;
    if (data?.id !== id) return undefined;
    return { tenantId: tenantid, event: data, bytes: message.data.length, traceparent };
  } catch {
    return undefined;
  }
}

/** Whether a stream does not hold the message that was to be deleted. */
export const isMessageAbsent = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.status === 404;

/** The tenant of a message, which its subject names (`events.{partition}.{tenant}.{type}`). */
export const tenantOfSubject = ({ subject }: Pick<JsMsg, 'subject'>): string =>
  subject.split('.')[2] ?? '';

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
