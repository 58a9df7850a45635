import type { JetStreamClient, KV, KvEntry } from 'nats';
import { openBucket } from './topology.ts';
import type { BucketName } from './topology.ts';

const opened = new WeakMap<JetStreamClient, Map<BucketName, Promise<KV>>>();

/** A bucket, opened once a connection. */
export function bucketOf(js: JetStreamClient, name: BucketName, replicas: number): Promise<KV> {
  let buckets = opened.get(js);
  if (!buckets) opened.set(js, (buckets = new Map()));
  let bucket = buckets.get(name);
  if (!bucket) {
    bucket = openBucket(js, name, replicas);
    bucket.catch(() => buckets.delete(name));
    buckets.set(name, bucket);
  }
  return bucket;
}

/** The value of an entry; undefined when it was deleted. */
export const valueOf = <V>(entry: KvEntry | null): V | undefined =>
  entry && entry.operation === 'PUT' ? (entry.json() as V) : undefined;

/** Writes `json` (with a member `version`) unless the bucket holds a version as high: compare and set, never over a newer one. */
export async function putIfNewer(js: JetStreamClient, name: BucketName, key: string, json: string, replicas: number): Promise<void> {
  const bucket = await bucketOf(js, name, replicas);
  const { version } = JSON.parse(json) as { version: number };
  for (let attempt = 1; ; attempt++) {
    const present = await bucket.get(key);
    const held = valueOf<{ version: number }>(present);
    if (held && held.version >= version) return;
    try {
      if (present) await bucket.update(key, json, present.revision);
      else await bucket.create(key, json);
      return;
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}
