import { familyOf } from '@platform/contracts';
import { DeliverPolicy } from 'nats';
import type { JetStreamClient, KV, Subscription } from 'nats';
import type { Database } from '../database/database.ts';
import type { Logger } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { keptConnection } from './connection.ts';
import { consumeBatches, oneByOne, readMessage } from './consume.ts';
import type { BatchConsumer, EventHandler } from './consume.ts';
import { bucketOf, isWhole, setWhole, takeKey, valueOf } from './kv.ts';
import { leases } from './lease.ts';
import type { Leases } from './lease.ts';
import { relay } from './relay.ts';
import type { BucketName } from '@platform/contracts';

export type { JsMsg } from 'nats';
export { bury, readMessage } from './consume.ts';
export type { BatchConsumer, EventHandler, ReceivedEvent } from './consume.ts';
export type { Leases } from './lease.ts';

/** What {@link createBus} needs. */
export interface BusOptions {
  service: string;
  /** NATS servers, joined by commas. */
  url: string;
  credentialsPath?: string;
  replicas: number;
  /** The schema whose outbox is relayed; absent in a process that stores nothing. */
  db?: Database;
  outbox?: { pollIntervalMs: number; batchSize: number; retentionMs: number };
  /** Name of this pod in leases. */
  holder?: string;
  log: Logger;
  metrics: Metrics;
}

/** The bus of one process: facts out of the outbox, facts in, buckets, hints, leases. */
export interface Bus {
  /** Whose bus it is. */
  readonly service: string;
  readonly leases: Leases;
  /** Connected once since the start, and everything that is watched was seen once: before, a pod does not know what it must refuse. */
  isLoaded(): boolean;
  isConnected(): boolean;
  /** How often it has connected; 0 before the first time. Tells a connection from the one before, however short the gap. */
  connections(): number;
  /** Rows were committed: publish them now. */
  wakeRelay(): void;
  /**
   * Applies events of these types (`user.*`, `tenant.*`, …), each at least once, from where this purpose left off: one
   * durable a family, shared by all pods of the service.
   */
  consume(purpose: string, types: readonly string[], handle: EventHandler): void;
  /** Sees events of these types from now on, in every pod. For caches: missed ones must be harmless. */
  follow(types: readonly string[], see: EventHandler): void;
  /** Pulls batches of a stream; for consumers that order and lock by themselves. Ends with `stop`. */
  batches(consumer: BatchConsumer, stop: AbortSignal): Promise<void>;
  /** The value under a key; undefined when there is none. Throws while the bus is away. */
  get<V>(bucket: BucketName, key: string): Promise<V | undefined>;
  /**
   * The value under a key of a bucket that is held against rows. Undefined says that there is none: it throws while the
   * bus is away, and while the bucket has not been found whole, as after its loss.
   */
  lookUp<V>(bucket: BucketName, key: string): Promise<V | undefined>;
  /** Says whether a bucket holds everything that is owed to it. For whoever holds it against the rows. */
  setWhole(bucket: BucketName, whole: boolean): Promise<void>;
  /**
   * Takes a key that may be used once within `lifeMs`; false when somebody has. A bucket keeps its keys as long as any
   * process has asked. Throws while the bus is away.
   */
  take(bucket: BucketName, key: string, lifeMs: number): Promise<boolean>;
  /** Sees each change of a bucket, and at each (re)connect everything it holds, after `onReset`. */
  watch<V>(
    bucket: BucketName,
    see: (key: string, value: V | undefined) => void,
    onReset?: () => void,
  ): void;
  /** Tells the other pods of this service something they can do without. */
  hint(name: string, payload: unknown): void;
  /** Hears hints, of this service unless told otherwise; a trailing `.*` or `.>` matches more. */
  onHint(name: string, hear: (payload: unknown, subject: string) => void, service?: string): void;
  /** JetStream as it is; undefined while it was never connected. For the kit's own use and `platformctl`. */
  jetstream(): JetStreamClient | undefined;
  close(): Promise<void>;
}

/** Connects in the background and keeps at it: a process starts, and serves what it can, while the bus is away. */
export function createBus(options: BusOptions): Bus {
  const { service, log, replicas } = options;
  const unseen = new Set<symbol>();
  const link = keptConnection({
    ...options,
    onUp() {
      rows?.start();
      link.track(rows?.reconnected() ?? Promise.resolve());
    },
    onDown: () => rows?.disconnected(),
  });
  const { closing, jetstream, whenConnected, keepRunning, track } = link;
  const reachableJetstream = (): JetStreamClient | undefined =>
    link.isUp() ? jetstream() : undefined;
  const rows =
    options.db && options.outbox
      ? relay({
          db: options.db,
          jetstream: reachableJetstream,
          replicas,
          log,
          metrics: options.metrics,
          ...options.outbox,
        })
      : undefined;

  if (rows) options.db?.onEnqueued(() => rows.wake());

  function reachable(): JetStreamClient {
    const js = reachableJetstream();
    if (!js) throw new Error('the bus is away');
    return js;
  }
  const bucketNow = async (bucket: BucketName): Promise<KV> =>
    bucketOf(reachable(), bucket, replicas);

  const streamFor = (type: string): 'EVENTS' | 'PLATFORM' =>
    familyOf(type) === 'tenant' ? 'PLATFORM' : 'EVENTS';
  const filterFor = (type: string): string => {
    const name = type.endsWith('.*') ? `${familyOf(type)}.>` : type;
    return streamFor(type) === 'PLATFORM' ? `platform.${name}` : `events.*.*.${name}`;
  };

  return {
    service,
    leases: leases({
      service,
      jetstream,
      isConnected: link.isUp,
      replicas,
      log,
      ...(options.holder ? { holder: options.holder } : {}),
    }),
    isLoaded: () => jetstream() !== undefined && unseen.size === 0,
    isConnected: link.isUp,
    connections: link.count,
    wakeRelay: () => rows?.wake(),
    jetstream,

    consume(purpose, types, handle) {
      whenConnected((_nc, js) => {
        for (const type of types) {
          const durable = `${service}-${purpose}-${type.replace(/\.\*$/, '').replace(/\./g, '_')}`;
          keepRunning(durable, () =>
            consumeBatches(
              js,
              {
                stream: streamFor(type),
                durable,
                filter: filterFor(type),
                maxMessages: 64,
                maxWaitMs: 20,
                onBatch: oneByOne(js, service, handle, log),
              },
              closing,
              log,
            ),
          );
        }
      });
    },

    follow(types, see) {
      whenConnected((_nc, js) => {
        for (const type of types) {
          keepRunning(`follow ${type}`, async () => {
            const consumer = await js.consumers.get(streamFor(type), {
              filterSubjects: filterFor(type),
              deliver_policy: DeliverPolicy.New,
            });
            const messages = await consumer.consume();
            closing.addEventListener('abort', () => messages.stop(), { once: true });
            for await (const message of messages) {
              const received = readMessage(message);
              if (received) await see(received);
            }
          });
        }
      });
    },

    async batches(consumer, until) {
      const js = jetstream();
      if (!js) throw new Error('the bus was never connected');
      await consumeBatches(js, consumer, AbortSignal.any([until, closing]), log);
    },

    get: async <V>(bucket: BucketName, key: string) =>
      valueOf<V>(await (await bucketNow(bucket)).get(key)),

    async lookUp<V>(bucket: BucketName, key: string) {
      const kv = await bucketNow(bucket);
      const value = valueOf<V>(await kv.get(key));
      if (value === undefined && !(await isWhole(kv)))
        throw new Error(`the bucket ${bucket} is not whole`);
      return value;
    },

    setWhole: async (bucket, whole) => setWhole(await bucketNow(bucket), whole),

    async take(bucket, key, lifeMs) {
      return takeKey(reachable(), bucket, key, lifeMs, replicas);
    },

    watch(bucket, see, onReset = () => undefined) {
      const mine = Symbol(bucket);
      unseen.add(mine);
      whenConnected((nc, js) => {
        keepRunning(`watch ${bucket}`, async () => {
          const watched = await (
            await bucketOf(js, bucket, replicas)
          ).watch({
            // The library may say so while what came is still in its queue.
            initializedFn: () => void setImmediate(() => unseen.delete(mine)),
          });
          onReset();
          const end = (): void => watched.stop();
          closing.addEventListener('abort', end, { once: true });
          const status = (async () => {
            for await (const s of nc.status()) if (s.type === 'reconnect') return end();
          })();
          for await (const entry of watched) {
            try {
              see(entry.key, valueOf(entry));
            } catch (error) {
              // One that cannot be read must not keep those behind it away.
              log.error(
                { err: error, bucket, key: entry.key },
                'an entry of a bucket cannot be read',
              );
            }
          }
          closing.removeEventListener('abort', end);
          await Promise.race([status, Promise.resolve()]);
        });
      });
    },

    hint(name, payload) {
      if (link.isUp() && !closing.aborted)
        link.nats()?.publish(`hint.${service}.${name}`, JSON.stringify(payload));
    },

    onHint(name, hear, from = service) {
      whenConnected((nc) => {
        const subscription: Subscription = nc.subscribe(`hint.${from}.${name}`);
        track(
          (async () => {
            for await (const message of subscription) hear(message.json(), message.subject);
          })(),
        );
      });
    },

    close: () => link.close(async () => rows?.stop()),
  };
}
