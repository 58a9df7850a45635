import { deadLetter, eventPartitions, readMessage, tenantOfSubject } from '@platform/kit/bus';
import type { Bus, JsMsg } from '@platform/kit/bus';
import type { Egress } from '@platform/kit/egress';
import type { Logger, Metrics } from '@platform/kit/telemetry';
import type { Worker } from '@platform/kit/service';
import { securityEvent, securityEventTypes } from './security-event.ts';
import type { ForwardedSecurityEvent } from './security-event.ts';

export interface ForwarderOptions {
  bus: Pick<Bus, 'consumeBatches' | 'jetstream'>;
  egress: Pick<Egress, 'request'>;
  /** The base URL of the identity service, without a trailing slash. */
  baseUrl: string;
  bearer: string;
  log: Logger;
  metrics: Metrics;
  now?: () => number;
}

/** A message whose event is forwarded. */
interface PendingEvent {
  message: JsMsg;
  tenantId: string;
  event: ForwardedSecurityEvent;
}

const timeoutMs = 5_000;
const keptMs = 86_400_000;
const batch = { maxMessages: 100, maxWaitMs: 200, maxPending: 1_000 };
const isFinal = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

/**
 * Forwards events that concern the security of accounts to the identity service, in order per tenant. Rejected events, and events that could not
 * be delivered for a day, become dead letters; all others are retried with a growing pause. The receiver ignores ids that it has processed.
 */
export function securityEventForwarder(options: ForwarderOptions): Worker {
  const { bus, egress, baseUrl, bearer, log, metrics, now = Date.now } = options;
  const sent = metrics.counter('hub_security_events_total');

  async function giveUp(messages: readonly JsMsg[], reason: string): Promise<void> {
    const js = bus.jetstream();
    if (!js) throw new Error('the bus is away');
    for (const message of messages) {
      log.error(
        { subject: message.subject, seq: message.seq, reason },
        'a security event was moved to the dead letters',
      );
      await deadLetter(js, { service: 'hub', metrics }, message, reason);
    }
    sent.inc({ result: reason }, messages.length);
  }

  async function post(tenantId: string, events: ForwardedSecurityEvent[]): Promise<number> {
    const { status } = await egress.request({
      tenantId,
      method: 'POST',
      isOwn: true,
      url: `${baseUrl}/internal/tenants/${tenantId}/security-events`,
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        'x-platform-tenant': tenantId,
      },
      body: JSON.stringify({ events }),
      timeoutMs,
    });
    return status;
  }

  /** Messages that are dead letters already, but are redelivered together with the later ones of their batch. */
  const ended = new WeakSet<JsMsg>();

  const eventsIn = (messages: readonly JsMsg[]): PendingEvent[] =>
    messages.flatMap((message) => {
      const received = ended.has(message) ? undefined : readMessage(message);
      const event = received && securityEvent(received.event);
      return received && event ? [{ message, tenantId: received.tenantId, event }] : [];
    });

  async function giveUpExpired(pending: readonly PendingEvent[]): Promise<void> {
    const isExpired = ({ event }: PendingEvent): boolean =>
      now() - Date.parse(event.occurredAt) > keptMs;
    const expired = pending.filter(isExpired).map(({ message }) => message);
    if (expired.length === 0) return;
    await giveUp(expired, 'expired');
    for (const message of expired) ended.add(message);
  }

  async function forward(messages: JsMsg[]): Promise<void> {
    const pending = eventsIn(messages);
    const [first] = pending;
    if (!first) return;
    const status = await post(
      first.tenantId,
      pending.map(({ event }) => event),
    ).catch((error: unknown) => {
      log.warn({ err: error }, 'security events cannot be delivered to the identity service');
      return 503;
    });
    if (status >= 200 && status < 300) return sent.inc({ result: 'sent' }, pending.length);
    const all = pending.map(({ message }) => message);
    if (isFinal(status)) return giveUp(all, 'refused');
    await giveUpExpired(pending);
    if (all.every((message) => ended.has(message))) return;
    throw new Error(`the identity service responded to security events with status ${status}`);
  }

  let end: (() => Promise<void>) | undefined;
  return {
    start() {
      end = bus.consumeBatches({
        name: 'security-events',
        stream: 'EVENTS',
        partitions: eventPartitions(securityEventTypes),
        ...batch,
        orderingKeyOf: tenantOfSubject,
        apply: forward,
      });
    },
    stop: async () => end?.(),
  };
}
