import { bucketLifetimesMs } from '@platform/contracts';
import type { BucketName } from '@platform/contracts';
import {
  DiscardPolicy,
  RetentionPolicy,
  StorageType,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import type { KV } from '@nats-io/kv';
import { nanos } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import { deadLetterStreamName } from './dead-letter.ts';

const day = 86_400_000;
const limited = {
  retention: RetentionPolicy.Limits,
  discard: DiscardPolicy.New,
  storage: StorageType.File,
  max_age: nanos(7 * day),
  duplicate_window: nanos(600_000),
  max_msg_size: 512 * 1024,
};

/**
 * Streams by name. They are the same for every service; the first process to start creates them.
 */
const streams = {
  EVENTS: { subjects: ['events.>'], ...limited },
  AUDIT: { subjects: ['audit.>'], ...limited },
  PLATFORM: { subjects: ['platform.>'], ...limited },
  [deadLetterStreamName]: {
    subjects: ['dlq.>'],
    storage: StorageType.File,
    max_age: nanos(30 * day),
  },
} as const;

/** A stream that the outbox is relayed to. */
export type EventStream = 'EVENTS' | 'AUDIT' | 'PLATFORM';

/** First version that supports consumers with several filters. */
const minServer = [2, 10] as const;

/** Whether a server of this version (`2.10.4`) is supported. */
export function isServerSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > minServer[0] || (major === minServer[0] && minor >= minServer[1]);
}

/**
 * Creates missing streams. Safe to call from several pods concurrently. Throws if the server is too
 * old.
 */
export async function ensureTopology(nc: NatsConnection, replicas: number): Promise<void> {
  const version = nc.info?.version ?? '';
  if (!isServerSupported(version))
    throw new Error(`NATS ${minServer.join('.')} or later is required; this server is ${version}`);
  const manager = await jetstreamManager(nc);
  for (const [name, config] of Object.entries(streams))
    await ensureStream(manager, name, {
      ...config,
      subjects: [...config.subjects],
      num_replicas: replicas,
    });
  const js = jetstream(nc);
  for (const name of Object.keys(bucketLifetimesMs) as BucketName[])
    await openBucket(js, name, replicas);
}

async function ensureStream(
  manager: JetStreamManager,
  name: string,
  config: object,
): Promise<void> {
  try {
    await manager.streams.info(name);
  } catch {
    await manager.streams.add({ name, ...config }).catch(async (error: unknown) => {
      await manager.streams.info(name).catch(() => {
        throw error;
      });
    });
  }
}

/** Opens a bucket; creates it if it is missing. */
export const openBucket = (js: JetStreamClient, name: BucketName, replicas: number): Promise<KV> =>
  new Kvm(js).create(name, { replicas, history: 1, ttl: bucketLifetimesMs[name] });
