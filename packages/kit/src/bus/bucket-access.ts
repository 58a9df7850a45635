import type { JetStreamClient } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import { bucketOf, isWhole, setWhole, takeKey, valueOf } from './kv.ts';
import type { BucketName } from '@platform/contracts';

/**
 * Reads and writes single keys of buckets; see `Bus`. `reachable` throws while NATS is unavailable.
 */
export function bucketAccess(reachable: () => JetStreamClient, replicas: number) {
  const open = async (bucket: BucketName): Promise<KV> => bucketOf(reachable(), bucket, replicas);

  return {
    get: async <V>(bucket: BucketName, key: string): Promise<V | undefined> =>
      valueOf<V>(await (await open(bucket)).get(key)),

    async put(bucket: BucketName, key: string, value: unknown): Promise<void> {
      await (await open(bucket)).put(key, JSON.stringify(value));
    },

    async lookUp<V>(bucket: BucketName, key: string): Promise<V | undefined> {
      const kv = await open(bucket);
      const value = valueOf<V>(await kv.get(key));
      if (value === undefined && !(await isWhole(kv)))
        throw new Error(`the bucket ${bucket} is incomplete`);
      return value;
    },

    setWhole: async (bucket: BucketName, whole: boolean): Promise<void> =>
      setWhole(await open(bucket), whole),

    take: async (bucket: BucketName, key: string, lifeMs: number): Promise<boolean> =>
      takeKey(reachable(), bucket, key, lifeMs, replicas),
  };
}
