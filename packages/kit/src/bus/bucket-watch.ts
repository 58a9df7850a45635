import type { BucketName } from '@platform/contracts';
import { DeliverPolicy } from '@nats-io/jetstream';
import type { ConsumerMessages, JetStreamClient, JsMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../telemetry/log.ts';

/** Callbacks for the entries of a bucket. */
export interface BucketWatch<V> {
  bucket: BucketName;
  see: (key: string, value: V | undefined) => void;
  /** Called before all entries of the bucket are seen again. */
  onReset: () => void;
  /** Called once all entries have been seen. */
  onLoaded: () => void;
  log: Logger;
}

/** Marks a message as a deletion. */
const operationHeader = 'KV-Operation';

async function seeEntries<V>(
  messages: AsyncIterable<JsMsg>,
  { bucket, see, onLoaded, log }: BucketWatch<V>,
): Promise<void> {
  const prefix = `$KV.${bucket}.`;
  for await (const message of messages) {
    const key = message.subject.slice(prefix.length);
    try {
      see(key, message.headers?.has(operationHeader) ? undefined : message.json<V>());
    } catch (error) {
      // An entry that cannot be read must not block those after it.
      log.error({ err: error, bucket, key }, 'an entry of a bucket cannot be read');
    }
    if (message.info.pending === 0) onLoaded();
  }
}

/** Ends a watch at the next reconnect: only a new watch sees what changed in the meantime. */
async function stopAtReconnect(nc: NatsConnection, messages: ConsumerMessages) {
  for await (const { type } of nc.status()) if (type === 'reconnect') return messages.stop();
}

const heartbeatMs = 2_000;

/**
 * Ends a watch whose server is gone, after two missing heartbeats. The library would wait for that
 * server for half a minute and longer.
 */
async function stopAtSilence(messages: ConsumerMessages) {
  for await (const { type } of messages.status())
    if (type === 'heartbeats_missed') return messages.stop();
}

/**
 * Sees all entries of a bucket, then each change, until the connection is lost or closed. The
 * library's own watch does not report that a bucket is empty.
 */
export async function watchEntries<V>(
  js: JetStreamClient,
  nc: NatsConnection,
  closing: AbortSignal,
  watch: BucketWatch<V>,
): Promise<void> {
  const consumer = await js.consumers.get(`KV_${watch.bucket}`, {
    deliver_policy: DeliverPolicy.LastPerSubject,
  });
  const { num_pending: pending } = await consumer.info();
  const messages = await consumer.consume({ idle_heartbeat: heartbeatMs });
  watch.onReset();
  if (pending === 0) watch.onLoaded();
  const end = (): void => messages.stop();
  closing.addEventListener('abort', end, { once: true });
  const status = stopAtReconnect(nc, messages);
  const silence = stopAtSilence(messages);
  await seeEntries(messages, watch);
  closing.removeEventListener('abort', end);
  await Promise.race([status, silence, Promise.resolve()]);
}
