import type { PlatformEvent } from '@platform/contracts';
import { JetStreamApiError } from '@nats-io/jetstream';
import type { JsMsg } from '@nats-io/jetstream';

/** An event received from the bus. */
export interface ReceivedEvent {
  tenantId: string;
  event: PlatformEvent;
  /** Length of the message in bytes. */
  bytes: number;
  traceparent?: string;
}

/** Receives an event. */
export type EventListener = (received: ReceivedEvent) => Promise<void>;

interface CloudEvent {
  id?: unknown;
  type?: unknown;
  tenantid?: unknown;
  traceparent?: string;
  data?: PlatformEvent;
}

/**
 * Reads the bytes through a view: a buffer decodes faster than the `TextDecoder` of `JsMsg.json`.
 */
const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString();

/**
 * Parses a message. Returns undefined if it can never be read (not JSON; no tenant, id or type).
 */
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

/** Whether the error means that the message to delete is not in the stream. */
export const isMessageAbsent = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.status === 404;

/** Returns the tenant in the message's subject (`events.{partition}.{tenant}.{type}`). */
export const tenantOfSubject = ({ subject }: Pick<JsMsg, 'subject'>): string =>
  subject.split('.')[2] ?? '';

/** A message's position in its stream. */
export interface StreamPosition {
  seq: number;
  /** When the stream stored it, in milliseconds; undefined if unknown. */
  storedAt?: number;
}

/** Returns a message's position. */
export const positionOf = ({ seq, info }: JsMsg): StreamPosition => ({
  seq,
  storedAt: Math.floor(info.timestampNanos / 1e6),
});
