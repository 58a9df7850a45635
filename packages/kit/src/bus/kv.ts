import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { JetStreamClient } from '@nats-io/jetstream';
import type { KV, KvEntry } from '@nats-io/kv';
import { openBucket } from './topology.ts';
import type { BucketName } from '@platform/contracts';

const opened = new WeakMap<JetStreamClient, Map<BucketName, Promise<KV>>>();

/** Opens a bucket, once per connection. */
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

/** Returns the value of an entry; undefined if it was deleted. */
export const valueOf = <V>(entry: KvEntry | null): V | undefined =>
  entry && entry.operation === 'PUT' ? (entry.json() as V) : undefined;

/**
 * Writes `json` (with a member `version`) unless the bucket has the same or a higher version:
 * compare and set, never over a newer one.
 */
export async function putIfNewer(
  js: JetStreamClient,
  name: BucketName,
  key: string,
  json: string,
  replicas: number,
): Promise<void> {
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

/**
 * Present if the bucket has an entry for each of its rows, so that a missing entry means a missing
 * row.
 */
const wholeKey = 'whole';

/** Whether the bucket is marked complete. */
export const isWhole = async (bucket: KV): Promise<boolean> =>
  valueOf(await bucket.get(wholeKey)) !== undefined;

/** Marks the bucket complete, or removes the mark. */
export async function setWhole(bucket: KV, whole: boolean): Promise<void> {
  if ((await isWhole(bucket)) === whole) return;
  await (whole ? bucket.put(wholeKey, '{}') : bucket.delete(wholeKey));
}

const raised = new WeakMap<JetStreamClient, Map<BucketName, Promise<void>>>();

/**
 * Raises the bucket's TTL to at least `lifeMs`, whichever process created it. Once per connection.
 */
function ensureLife(
  js: JetStreamClient,
  name: BucketName,
  bucket: KV,
  lifeMs: number,
): Promise<void> {
  let lives = raised.get(js);
  if (!lives) raised.set(js, (lives = new Map()));
  let ready = lives.get(name);
  if (!ready) {
    ready = bucket.status().then(async ({ ttl }) => {
      if (ttl === 0 || ttl >= lifeMs) return;
      const manager = await js.jetstreamManager();
      await manager.streams.update(`KV_${name}`, { max_age: nanos(lifeMs) });
    });
    ready.catch(() => lives.delete(name));
    lives.set(name, ready);
  }
  return ready;
}

const wrongLastSequence = JetStreamApiCodes.StreamWrongLastSequence;

/** Creates a key for single use. Returns false if it already exists. */
export async function takeKey(
  js: JetStreamClient,
  name: BucketName,
  key: string,
  lifeMs: number,
  replicas: number,
): Promise<boolean> {
  const bucket = await bucketOf(js, name, replicas);
  await ensureLife(js, name, bucket, lifeMs);
  try {
    await bucket.create(key, '1');
    return true;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === wrongLastSequence) return false;
    throw error;
  }
}
