import { hostname } from 'node:os';
import type { JetStreamClient } from '@nats-io/jetstream';
import { bucketAccess } from './bucket-access.ts';
import { watchEntries } from './bucket-watch.ts';
import type { BusOptions } from './bus-options.ts';
import { keptConnection } from './connection.ts';
import type { KeptConnection } from './connection.ts';
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

/** The bus of one process: events out of the outbox, events in, buckets, hints. */
export interface Bus {
  /** Whose bus it is. */
  readonly service: string;
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

/** The relay of the process's outbox; undefined in one that stores nothing. */
function outboxRelay(
  { db, outbox, replicas, log, metrics }: BusOptions,
  jetstream: () => JetStreamClient | undefined,
  link: Pick<KeptConnection, 'isUp' | 'nats'>,
): Relay | undefined {
  if (!db || !outbox) return undefined;
  const publisher = rowPublisher(() => (link.isUp() ? link.nats() : undefined));
  const rows = relay({ db, jetstream, publisher, replicas, log, metrics, ...outbox });
  db.onEnqueued(rows.wake);
  return rows;
}

/** What consumes streams, and the partitions that it holds; undefined in a process that stores nothing. */
function streamConsumption(options: BusOptions, link: KeptConnection) {
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

/** Watches buckets, and knows whether everything that is watched was seen once. */
function bucketWatches({ replicas, log }: BusOptions, link: KeptConnection) {
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

/** Connects in the background and keeps at it: a process starts, and serves what it can, while the bus is away. */
export function createBus(options: BusOptions): Bus {
  const { service, log, replicas } = options;
  if (replicas === 1)
    log.warn(
      'JetStream has one replica: a crash of its machine loses messages of the last two minutes, unless its sync_interval is ' +
        '"always". Events are published again from the outbox, but other subscribers may miss them',
    );
  const link = keptConnection({
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
