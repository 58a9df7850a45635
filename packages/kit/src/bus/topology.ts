import { bucketLifetimesMs } from '@platform/contracts';
import type { BucketName } from '@platform/contracts';
import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
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
 * How long to wait for an answer about a stream; one that is electing a leader does not answer at
 * all.
 */
const answerMs = 2_000;

/**
 * Creates missing streams. Safe to call from several pods concurrently. Throws if the server is too
 * old.
 */
export async function ensureTopology(nc: NatsConnection, replicas: number): Promise<void> {
  const version = nc.info?.version ?? '';
  if (!isServerSupported(version))
    throw new Error(`NATS ${minServer.join('.')} or later is required; this server is ${version}`);
  const manager = await jetstreamManager(nc, { timeout: answerMs, checkAPI: false });
  const js = jetstream(nc, { timeout: answerMs });
  await Promise.all([
    ...Object.entries(streams).map(([name, config]) =>
      ensureStream(manager, name, {
        ...config,
        subjects: [...config.subjects],
        num_replicas: replicas,
      }),
    ),
    ...bucketNames.map((name) => openBucket(js, name, replicas)),
  ]);
}

const bucketNames = Object.keys(bucketLifetimesMs) as BucketName[];

async function ensureStream(
  manager: JetStreamManager,
  name: string,
  config: object,
): Promise<void> {
  try {
    await manager.streams.info(name);
  } catch (error) {
    if (!isStreamAbsent(error)) throw error;
    await manager.streams.add({ name, ...config }).catch(async (failure: unknown) => {
      await manager.streams.info(name).catch(() => {
        throw failure;
      });
    });
  }
}

const isStreamAbsent = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;

/**
 * Moves the existing streams and buckets to this number of replicas, in place. Returns the names of
 * those that it changed. Their messages stay, and they accept new ones meanwhile.
 */
export async function moveReplicas(nc: NatsConnection, replicas: number): Promise<string[]> {
  const manager = await jetstreamManager(nc, { checkAPI: false });
  const moved: string[] = [];
  for (const name of [...Object.keys(streams), ...bucketNames.map((bucket) => `KV_${bucket}`)]) {
    const { config } = await manager.streams.info(name);
    if (config.num_replicas === replicas) continue;
    await manager.streams.update(name, { num_replicas: replicas });
    moved.push(name);
  }
  return moved;
}

/** Opens a bucket; creates it if it is missing. */
export const openBucket = (js: JetStreamClient, name: BucketName, replicas: number): Promise<KV> =>
  new Kvm(js).create(name, { replicas, history: 1, ttl: bucketLifetimesMs[name] });
