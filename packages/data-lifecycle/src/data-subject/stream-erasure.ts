import { partitionOf } from '@platform/contracts';
import type { PlatformEvent } from '@platform/contracts';
import { AckPolicy } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream';
import { isMessageAbsent, readMessage } from '@platform/kit/bus';
import { mentioning, redactedEvent } from './outgoing.ts';
import type { Mentioned } from './outgoing.ts';

const batchSize = 500;
const pullMs = 5_000;
const inactiveMs = 30_000;

/** Options of {@link eraseFromStreams}. */
export interface StreamErasure extends Mentioned {
  tenantId: string;
  /** Returns the ids of those audit records that the audit log has stored: no other is deleted. */
  recordedAmong: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** The result for messages about a person. */
export interface StreamErasureResult {
  deleted: number;
  /**
   * Time of the newest audit record that the log has not stored yet; undefined if it has stored all
   * of them.
   */
  waitingSince: Date | undefined;
}

interface Found {
  seq: number;
  storedAt: Date;
  /** Undefined for a message that cannot be parsed. */
  event: PlatformEvent | undefined;
}

/** Returns the message if it contains personal data to erase. */
function foundIn(
  message: JsMsg,
  erasure: StreamErasure,
  isMentioned: ReturnType<typeof mentioning>,
): Found[] {
  const text = message.string();
  if (!text.includes(erasure.tenantId)) return [];
  const event = readMessage(message)?.event;
  if (!isMentioned(text, event)) return [];
  if (event && JSON.stringify(redactedEvent(event, erasure)) === JSON.stringify(event)) return [];
  return [{ seq: message.seq, storedAt: new Date(message.info.timestampNanos / 1e6), event }];
}

const deleteMessage = async (
  manager: JetStreamManager,
  stream: string,
  seq: number,
): Promise<boolean> => {
  try {
    return await manager.streams.deleteMessage(stream, seq, true);
  } catch (error) {
    if (isMessageAbsent(error)) return false;
    throw error;
  }
};

/** Reads the current messages of a stream under these subjects, in batches. */
async function* batchesOf(
  js: JetStreamClient,
  manager: JetStreamManager,
  { stream, filter }: { stream: string; filter: string },
): AsyncGenerator<JsMsg[]> {
  const info = await manager.consumers.add(stream, {
    filter_subject: filter,
    ack_policy: AckPolicy.None,
    inactive_threshold: nanos(inactiveMs),
    mem_storage: true,
    num_replicas: 1,
  });
  const consumer = js.consumers.getConsumerFromInfo(info);
  try {
    for (let left = info.num_pending; left > 0; left = (await consumer.info()).num_pending) {
      const batch: JsMsg[] = [];
      const messages = await consumer.fetch({
        max_messages: Math.min(left, batchSize),
        expires: pullMs,
      });
      for await (const message of messages) batch.push(message);
      yield batch;
    }
  } finally {
    await manager.consumers.delete(stream, info.name).catch(() => undefined);
  }
}

/**
 * Deletes messages about a person that would remain in the streams for days: events, audit records,
 * and dead letters. Keeps those that announce the erasure itself. Safe to repeat.
 * @throws while NATS is unavailable
 */
export async function eraseFromStreams(
  js: JetStreamClient,
  erasure: StreamErasure,
): Promise<StreamErasureResult> {
  const manager = await js.jetstreamManager();
  const isMentioned = mentioning(erasure);
  const own = `${partitionOf(erasure.tenantId)}.${erasure.tenantId}.>`;
  const places = [
    { stream: 'EVENTS', filter: `events.${own}` },
    { stream: 'AUDIT', filter: `audit.${own}` },
    { stream: 'DLQ', filter: 'dlq.>' },
  ];
  let deleted = 0;
  let waitingSince: Date | undefined;
  for (const place of places) {
    for await (const batch of batchesOf(js, manager, place)) {
      const found = batch.flatMap((message) => foundIn(message, erasure, isMentioned));
      const ids = found.flatMap(({ event }) => event?.id ?? []);
      const recorded =
        place.stream === 'AUDIT' && ids.length > 0 ? await erasure.recordedAmong(ids) : undefined;
      for (const { seq, storedAt, event } of found) {
        if (recorded && event && !recorded.has(event.id)) waitingSince = storedAt;
        else if (await deleteMessage(manager, place.stream, seq)) deleted += 1;
      }
    }
  }
  return { deleted, waitingSince };
}
