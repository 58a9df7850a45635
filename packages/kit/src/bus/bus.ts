import { hostname } from 'node:os';
import type { JetStreamClient } from '@nats-io/jetstream';
import { bucketAccess } from './bucket-access.ts';
import { watchEntries } from './bucket-watch.ts';
import type { BusOptions } from './bus-options.ts';
import { persistentConnection } from './connection.ts';
import type { PersistentConnection } from './connection.ts';
import { filterFor, streamConsumers } from './consume.ts';
import type { BatchConsumer, Consumers, EventHandler } from './consume.ts';
import { bucketOf } from './kv.ts';
import { readMessage } from './message.ts';
import type { EventListener } from './message.ts';
import { partitionHolding } from './partition-holding.ts';
import { relay } from './relay.ts';
import type { Relay } from './relay.ts';
import { rowPublisher } from './row-publisher.ts';
import { subscribe } from './subscription.ts';
import type { BucketName } from '@platform/contracts';

export type { JsMsg } from '@nats-io/jetstream';
export type { BatchConsumer, EventHandler, StreamPartition } from './consume.ts';
export type { FencedDatabase } from './fence.ts';
export { deadLetter } from './dead-letter.ts';
export { isMessageAbsent, readMessage, tenantOfSubject } from './message.ts';
export { eventPartitions, tenantBatches } from './tenant-batches.ts';
export type { TenantBatches } from './tenant-batches.ts';
export { natsServers } from './nats-servers.ts';
export type { NatsServers } from './nats-servers.ts';
export type { EventListener, ReceivedEvent } from './message.ts';

/**
 * The message bus of one process: relays the outbox, consumes events, reads and watches buckets,
 * sends hints.
 */
export interface Bus {
  /** The service that this process belongs to. */
  readonly service: string;
  /**
   * Whether the bus has connected since the start and every watched bucket has been read once.
   * Until then, a pod cannot know which requests to reject.
   */
  isLoaded(): boolean;
  /**
   * Why the bus is not loaded, including the latest connection error; undefined once it is. For
   * readiness.
   */
  notLoadedReason(): string | undefined;
  isConnected(): boolean;
  /**
   * Number of connections made so far. Distinguishes a connection from the previous one, however
   * short the gap.
   */
  connections(): number;
  /** Call after rows were committed: publishes them now. */
  wakeRelay(): void;
  /**
   * Applies events of these types (`user.*`, `tenant.*`, …) one by one, each at least once, in
   * stream order, in one pod at a time. A new purpose starts at the beginning of the stream; a
   * known one continues where it left off. When the handler rejects, the events of that tenant wait
   * and are retried while those of other tenants continue. Tenant lifecycle events (`tenant.*`)
   * have a stream, and so an order, of their own.
   */
  consume(purpose: string, types: readonly string[], handle: EventHandler): void;
  /**
   * Applies messages in batches, in stream order within each partition, each partition in one pod
   * at a time. Returns a function that stops the consumer.
   */
  consumeBatches(consumer: BatchConsumer): () => Promise<void>;
  /**
   * Sees events of these types as they are published, in every pod. For caches: events published
   * while this pod is disconnected are missed, which must be harmless.
   */
  follow(types: readonly string[], see: EventListener): void;
  /** Returns the value of a key; undefined if there is none. Throws while NATS is unavailable. */
  get<V>(bucket: BucketName, key: string): Promise<V | undefined>;
  /**
   * Sets the value of a key; it expires with the bucket's TTL. Throws while NATS is unavailable.
   */
  put(bucket: BucketName, key: string, value: unknown): Promise<void>;
  /**
   * Returns the value of a key in a bucket that mirrors database rows. Undefined means that there
   * is none: throws while NATS is unavailable, and while the bucket is not marked complete, as
   * after its loss.
   */
  lookUp<V>(bucket: BucketName, key: string): Promise<V | undefined>;
  /**
   * Marks whether a bucket contains an entry for each of its rows. For the job that compares the
   * bucket with the rows.
   */
  setWhole(bucket: BucketName, whole: boolean): Promise<void>;
  /**
   * Claims a key that may be used once within `lifeMs`. Returns false if it has already been
   * claimed. A bucket keeps its keys for the longest `lifeMs` that any process has requested.
   * Throws while NATS is unavailable.
   */
  take(bucket: BucketName, key: string, lifeMs: number): Promise<boolean>;
  /** Sees each change of a bucket and, at each (re)connect, all of its entries, after `onReset`. */
  watch<V>(
    bucket: BucketName,
    see: (key: string, value: V | undefined) => void,
    onReset?: () => void,
  ): void;
  /** Sends the other pods of this service a message that may get lost. */
  hint(name: string, payload: unknown): void;
  /** Receives hints, of this service by default. A trailing `.*` or `.>` is a wildcard. */
  onHint(name: string, hear: (payload: unknown, subject: string) => void, service?: string): void;
  /**
   * The raw JetStream client; undefined before the first connection. For the kit and `platformctl`
   * only.
   */
  jetstream(): JetStreamClient | undefined;
  close(): Promise<void>;
}

/** Creates the relay of the process's outbox; undefined in a process without a database. */
function outboxRelay(
  { db, outbox, replicas, log, metrics }: BusOptions,
  jetstream: () => JetStreamClient | undefined,
  link: Pick<PersistentConnection, 'isUp' | 'nats'>,
): Relay | undefined {
  if (!db || !outbox) return undefined;
  const publisher = rowPublisher(() => (link.isUp() ? link.nats() : undefined));
  const rows = relay({ db, jetstream, publisher, replicas, log, metrics, ...outbox });
  db.onEnqueued(rows.wake);
  return rows;
}

/**
 * Creates the stream consumers and the partitions that they hold; undefined in a process without a
 * database.
 */
function streamConsumption(options: BusOptions, link: PersistentConnection) {
  const { service, db, holder = hostname(), log, metrics, tracing } = options;
  if (!db) return undefined;
  const released = `hint.${service}.released`;
  const holding = partitionHolding({
    db,
    holder,
    canRead: link.isUp,
    onReleased: () => link.nats()?.publish(released),
    log,
  });
  subscribe(link, log, released, holding.wake);
  const { connected } = link;
  const consumers = streamConsumers({ service, db, holding, connected, log, metrics, tracing });
  return { holding, consumers };
}

/** Watches buckets, and knows whether each has been read once. */
function bucketWatches({ replicas, log }: BusOptions, link: PersistentConnection) {
  const unseen = new Set<symbol>();

  function watch<V>(
    bucket: BucketName,
    see: (key: string, value: V | undefined) => void,
    onReset: () => void = () => undefined,
  ): void {
    const mine = Symbol(bucket);
    unseen.add(mine);
    const onLoaded = (): void => void unseen.delete(mine);
    link.whenConnected((nc, js) =>
      link.keepRunning(`watch ${bucket}`, async () => {
        await bucketOf(js, bucket, replicas);
        await watchEntries(js, nc, link.closing, { bucket, see, onReset, onLoaded, log });
      }),
    );
  }

  return { watch, isSeen: () => unseen.size === 0 };
}

/**
 * Connects in the background and keeps retrying: a process starts, and serves what it can, while
 * NATS is unavailable.
 */
export function createBus(options: BusOptions): Bus {
  const { service, log, replicas } = options;
  if (replicas === 1)
    log.warn(
      'JetStream has one replica: a crash of its machine loses messages of the last two minutes, unless its sync_interval is ' +
        '"always". Events are published again from the outbox, but other subscribers may miss them',
    );
  const link = persistentConnection({
    ...options,
    onUp() {
      rows?.start();
      link.track(rows?.reconnected() ?? Promise.resolve());
      consumption?.holding.wake();
    },
    onDown: () => rows?.disconnected(),
  });
  const { isUp, jetstream } = link;
  const reachableJetstream = (): JetStreamClient | undefined => (isUp() ? jetstream() : undefined);
  const rows = outboxRelay(options, reachableJetstream, link);
  const consumption = streamConsumption(options, link);
  const watches = bucketWatches(options, link);

  function reachable(): JetStreamClient {
    const js = reachableJetstream();
    if (!js) throw new Error('the bus is away');
    return js;
  }
  function stored(): Consumers {
    if (!consumption) throw new Error('a process without a database cannot consume');
    return consumption.consumers;
  }
  const isLoaded = (): boolean => jetstream() !== undefined && watches.isSeen();

  return {
    service,
    isLoaded,
    notLoadedReason() {
      if (isLoaded()) return undefined;
      const trouble = link.trouble();
      return trouble === undefined ? 'not loaded yet' : `not loaded yet: ${trouble}`;
    },
    isConnected: isUp,
    connections: link.count,
    wakeRelay: () => rows?.wake(),
    jetstream,
    ...bucketAccess(reachable, replicas),
    watch: watches.watch,

    consume: (purpose, types, handle) => stored().consume(purpose, types, handle),

    consumeBatches: (consumer) => stored().consumeBatches(consumer),

    follow(types, see) {
      for (const type of types)
        subscribe(link, log, filterFor(type), async (message) => {
          const received = readMessage(message);
          if (received) await see(received);
        });
    },

    hint(name, payload) {
      if (isUp() && !link.closing.aborted)
        link.nats()?.publish(`hint.${service}.${name}`, JSON.stringify(payload));
    },

    onHint: (name, hear, from = service) =>
      subscribe(link, log, `hint.${from}.${name}`, (message) =>
        hear(message.json(), message.subject),
      ),

    close: () =>
      link.close(async () => {
        await consumption?.holding.close();
        await rows?.stop();
      }),
  };
}
