import { headers as natsHeaders } from '@nats-io/transport-node';
import type { JetStreamClient, JsMsg } from '@nats-io/jetstream';
import type { MsgHdrs } from '@nats-io/transport-node';
import type { Metrics } from '../telemetry/metrics.ts';

/** The stream of messages that a service could not process. */
export const deadLetterStreamName = 'DLQ';

/** Headers of a dead letter. */
export const deadLetterHeaders = {
  /** Subject that the message was published on. */
  subject: 'Platform-Subject',
  reason: 'Platform-Reason',
} as const;

const replayForHeader = 'Platform-Replay-For';

/**
 * Copies a message that can never be applied to the stream DLQ and counts it; repeated calls copy
 * it once.
 */
export async function deadLetter(
  js: JetStreamClient,
  { service, metrics }: { service: string; metrics: Pick<Metrics, 'counter'> },
  message: JsMsg,
  reason: string,
): Promise<void> {
  const headers = natsHeaders();
  headers.set(deadLetterHeaders.subject, message.subject);
  headers.set(deadLetterHeaders.reason, reason);
  headers.set('Nats-Msg-Id', `${service} ${message.info.stream} ${message.seq} ${reason}`);
  await js.publish(`dlq.${service}.${reason}`, message.data, { headers });
  metrics.counter('platform_dead_letters_total').inc({ reason });
}

/**
 * Builds the headers of a replayed dead letter: only the service that rejected it processes it, and
 * only once.
 */
export function replayHeaders(service: string, id: number): MsgHdrs {
  const headers = natsHeaders();
  headers.set(replayForHeader, service);
  headers.set('Nats-Msg-Id', `replay ${service} ${id}`);
  return headers;
}

/** False for a replay meant for another service: this one has already processed the message. */
export function isMeantFor(service: string, { headers }: Pick<JsMsg, 'headers'>): boolean {
  const meant = headers?.get(replayForHeader);
  return !meant || meant === service;
}
