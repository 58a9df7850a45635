import type { KV, KvEntry, NatsConnection, QueuedIterator } from 'nats';
import type { Logger } from '../telemetry/log.ts';
import { valueOf } from './kv.ts';

/** What is done with the entries of a bucket. */
export interface BucketWatch<V> {
  bucket: string;
  see: (key: string, value: V | undefined) => void;
  /** Before everything that the bucket holds is seen again. */
  onReset: () => void;
  /** Everything was seen once. */
  onLoaded: () => void;
  log: Logger;
}

async function seeEntries<V>(
  entries: AsyncIterable<KvEntry>,
  { bucket, see, log }: BucketWatch<V>,
): Promise<void> {
  for await (const entry of entries) {
    try {
      see(entry.key, valueOf<V>(entry));
    } catch (error) {
      // One that cannot be read must not keep those behind it away.
      log.error({ err: error, bucket, key: entry.key }, 'an entry of a bucket cannot be read');
    }
  }
}

/** Ends a watch with the next reconnect: what changed meanwhile is seen by a new one only. */
async function stopAtReconnect(nc: NatsConnection, watched: QueuedIterator<KvEntry>) {
  for await (const { type } of nc.status()) if (type === 'reconnect') return watched.stop();
}

/** Sees everything that a bucket holds, and then each change, until the connection is lost or everything closes. */
export async function watchEntries<V>(
  kv: KV,
  nc: NatsConnection,
  closing: AbortSignal,
  watch: BucketWatch<V>,
): Promise<void> {
  const watched = await kv.watch({
    // The library may say so while what came is still in its queue.
    initializedFn: () => void setImmediate(watch.onLoaded),
  });
  watch.onReset();
  const end = (): void => watched.stop();
  closing.addEventListener('abort', end, { once: true });
  const status = stopAtReconnect(nc, watched);
  await seeEntries(watched, watch);
  closing.removeEventListener('abort', end);
  await Promise.race([status, Promise.resolve()]);
}
