import { hostname } from 'node:os';
import type { JetStreamClient, KV, Msg, Subscription } from 'nats';
import type { Database } from '../database/database.ts';
import type { Logger } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { keptConnection } from './connection.ts';
import { filterFor, streamConsumers } from './consume.ts';
import type { BatchConsumer, EventHandler } from './consume.ts';
import { bucketOf, isWhole, setWhole, takeKey, valueOf } from './kv.ts';
import { leases } from './lease.ts';
import type { Leases } from './lease.ts';
import { readMessage } from './message.ts';
import type { EventListener } from './message.ts';
import { partitionHolding } from './partition-holding.ts';
import { relay } from './relay.ts';
import { rowPublisher } from './row-publisher.ts';
import type { BucketName } from '@platform/contracts';

export type { JsMsg } from 'nats';
export type { BatchConsumer, EventHandler, StreamPartition } from './consume.ts';
export type { FencedDatabase } from './fence.ts';
export { deadLetter } from './dead-letter.ts';
export { readMessage } from './message.ts';
export { natsServers } from './nats-servers.ts';
export type { NatsServers } from './nats-servers.ts';
export type { EventListener, ReceivedEvent } from './message.ts';
export type { Leases } from './lease.ts';

/** What {@link createBus} needs. */
export interface BusOptions {
  service: string;
  /** NATS servers, joined by commas; `user:password@` before the first host signs in at all of them. */
  url: string;
  credentialsPath?: string;
  /** PEM file of the only authorities trusted; empty or absent: no TLS unless the server asks for it. */
  caPath?: string;
  replicas: number;
  /** The schema whose outbox is relayed; absent in a process that stores nothing. */
  db?: Database;
  outbox?: { pollIntervalMs: number; batchSize: number; retentionMs: number };
  /** Name of this pod in leases. */
  holder?: string;
  log: Logger;
  metrics: Metrics;
  /** Records a span for each consumed event, below the one that published it. */
  tracing?: Tracing | undefined;
}

/** The bus of one process: events out of the outbox, events in, buckets, hints, leases. */
export interface Bus {
  /** Whose bus it is. */
  readonly service: string;
  readonly leases: Leases;
  /** Connected once since the start, and everything that is watched was seen once: before, a pod does not know what it must refuse. */
  isLoaded(): boolean;
  /** Why it is not loaded, with what the latest attempt to connect failed with; undefined when it is. For readiness. */
  notLoadedReason(): string | undefined;
  isConnected(): boolean;
  /** How often it has connected; 0 before the first time. Tells a connection from the one before, however short the gap. */
  connections(): number;
  /** Rows were committed: publish them now. */
  wakeRelay(): void;
  /**
   * Applies events of these types (`user.*`, `tenant.*`, …) one by one, each at least once, in the order of their stream, in one
   * pod at a time. A purpose begins with the start of the stream and goes on where it left off. When the handler rejects, the
   * events of that tenant wait and are tried again, and those of other tenants go on. Types of tenants' lives (`tenant.*`) have
   * a stream, and so an order, of their own.
   */
  consume(purpose: string, types: readonly string[], handle: EventHandler): void;
  /**
   * Applies messages in batches, partition by partition, in the order of the stream, each partition in one pod at a time.
   * Returns what ends that.
   */
  consumeBatches(consumer: BatchConsumer): () => Promise<void>;
  /**
   * Sees events of these types as they are published, in every pod. For caches: an event that is published while this pod is not
   * connected is missed, and must be harmless.
   */
  follow(types: readonly string[], see: EventListener): void;
  /** The value under a key; undefined when there is none. Throws while the bus is away. */
  get<V>(bucket: BucketName, key: string): Promise<V | undefined>;
  /** Sets the value under a key, for as long as the bucket keeps it. Throws while the bus is away. */
  put(bucket: BucketName, key: string, value: unknown): Promise<void>;
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
      holding?.wake();
    },
    onDown: () => rows?.disconnected(),
  });
  const { closing, jetstream, whenConnected, keepRunning, track } = link;
  const released = `hint.${service}.released`;
  const reachableJetstream = (): JetStreamClient | undefined =>
    link.isUp() ? jetstream() : undefined;
  const rows =
    options.db && options.outbox
      ? relay({
          db: options.db,
          jetstream: reachableJetstream,
          publisher: rowPublisher(() => (link.isUp() ? link.nats() : undefined)),
          replicas,
          log,
          metrics: options.metrics,
          ...options.outbox,
        })
      : undefined;

  if (rows) options.db?.onEnqueued(() => rows.wake());
  const holding = options.db
    ? partitionHolding({
        db: options.db,
        holder: options.holder ?? hostname(),
        canRead: link.isUp,
        onReleased: () => link.nats()?.publish(released),
        log,
      })
    : undefined;
  const consumers =
    options.db && holding
      ? streamConsumers({
          service,
          db: options.db,
          holding,
          connected: link.connected,
          log,
          metrics: options.metrics,
          tracing: options.tracing,
        })
      : undefined;
  function stored(): NonNullable<typeof consumers> {
    if (!consumers) throw new Error('a process without a database cannot consume');
    return consumers;
  }
  /** What this process hears on a subject from now on. */
  function listen(subject: string, hear: (message: Msg) => unknown): void {
    whenConnected((nc) => {
      const subscription: Subscription = nc.subscribe(subject);
      track(
        (async () => {
          for await (const message of subscription) {
            try {
              await hear(message);
            } catch (error) {
              // One that cannot be understood must not keep those behind it away.
              log.warn({ err: error, subject: message.subject }, 'a message could not be heard');
            }
          }
        })(),
      );
    });
  }
  if (holding) listen(released, holding.wake);

  function reachable(): JetStreamClient {
    const js = reachableJetstream();
    if (!js) throw new Error('the bus is away');
    return js;
  }
  const bucketNow = async (bucket: BucketName): Promise<KV> =>
    bucketOf(reachable(), bucket, replicas);

  const isLoaded = (): boolean => jetstream() !== undefined && unseen.size === 0;

  return {
    service,
    leases: leases({
      service,
      jetstream,
      isConnected: link.isUp,
      replicas,
      log,
      holder: options.holder,
    }),
    isLoaded,
    notLoadedReason() {
      if (isLoaded()) return undefined;
      const trouble = link.trouble();
      return trouble === undefined ? 'not loaded yet' : `not loaded yet: ${trouble}`;
    },
    isConnected: link.isUp,
    connections: link.count,
    wakeRelay: () => rows?.wake(),
    jetstream,

    consume: (purpose, types, handle) => stored().consume(purpose, types, handle),

    consumeBatches: (consumer) => stored().consumeBatches(consumer),

    follow(types, see) {
      for (const type of types)
        listen(filterFor(type), async (message) => {
          const received = readMessage(message);
          if (received) await see(received);
        });
    },

    get: async <V>(bucket: BucketName, key: string) =>
      valueOf<V>(await (await bucketNow(bucket)).get(key)),

    async put(bucket: BucketName, key: string, value: unknown) {
      await (await bucketNow(bucket)).put(key, JSON.stringify(value));
    },

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

    onHint: (name, hear, from = service) =>
      listen(`hint.${from}.${name}`, (message) => hear(message.json(), message.subject)),

    close: () =>
      link.close(async () => {
        await holding?.close();
        await rows?.stop();
      }),
  };
}
