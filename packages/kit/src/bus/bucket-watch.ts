import type { BucketName } from '@platform/contracts';
import { DeliverPolicy } from '@nats-io/jetstream';
import type { ConsumerMessages, JetStreamClient, JsMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../telemetry/log.ts';

/** What is done with the entries of a bucket. */
export interface BucketWatch<V> {
  bucket: BucketName;
  see: (key: string, value: V | undefined) => void;
  /** Before everything that the bucket holds is seen again. */
  onReset: () => void;
  /** Everything was seen once. */
  onLoaded: () => void;
  log: Logger;
}

/** A deletion is a message with this header. */
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
      // One that cannot be read must not keep those behind it away.
      log.error({ err: error, bucket, key }, 'an entry of a bucket cannot be read');
    }
    if (message.info.pending === 0) onLoaded();
  }
}

/** Ends a watch with the next reconnect: what changed meanwhile is seen by a new one only. */
async function stopAtReconnect(nc: NatsConnection, messages: ConsumerMessages) {
  for await (const { type } of nc.status()) if (type === 'reconnect') return messages.stop();
}

/**
 * Sees everything that a bucket holds, and then each change, until the connection is lost or everything closes. The library's own watch
 * does not report that a bucket is empty.
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
  const messages = await consumer.consume();
  watch.onReset();
  if (pending === 0) watch.onLoaded();
  const end = (): void => messages.stop();
  closing.addEventListener('abort', end, { once: true });
  const status = stopAtReconnect(nc, messages);
  await seeEntries(messages, watch);
  closing.removeEventListener('abort', end);
  await Promise.race([status, Promise.resolve()]);
}
