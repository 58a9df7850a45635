import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { familyOf } from '@platform/contracts';
import { DeliverPolicy, connect, credsAuthenticator } from 'nats';
import type { JetStreamClient, KV, NatsConnection, Subscription } from 'nats';
import type { Database } from '../database/database.ts';
import type { Logger } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { consumeBatches, oneByOne, readMessage } from './consume.ts';
import type { BatchConsumer, EventHandler } from './consume.ts';
import { bucketOf, isWhole, setWhole, takeKey, valueOf } from './kv.ts';
import { leases } from './lease.ts';
import type { Leases } from './lease.ts';
import { outbox } from './outbox.ts';
import type { Outbox } from './outbox.ts';
import { relay } from './relay.ts';
import { ensureTopology } from './topology.ts';
import type { BucketName } from './topology.ts';

export type { JsMsg } from 'nats';
export { bury, readMessage } from './consume.ts';
export type { BatchConsumer, EventHandler, ReceivedEvent } from './consume.ts';
export type { Leases } from './lease.ts';
export { cloudEvent, outbox } from './outbox.ts';
export type { NewEvent, Outbox } from './outbox.ts';
export type { BucketName } from './topology.ts';

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
  /** Writes into the caller's transaction what the relay will publish. */
  readonly outbox: Outbox;
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
  watch<V>(bucket: BucketName, see: (key: string, value: V | undefined) => void, onReset?: () => void): void;
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
  const stop = new AbortController();
  // One listener a consumer and watch: their number is the service's choice.
  setMaxListeners(0, stop.signal);
  const onConnect: ((nc: NatsConnection, js: JetStreamClient) => void)[] = [];
  const tasks = new Set<Promise<unknown>>();
  const unseen = new Set<symbol>();
  let connection: NatsConnection | undefined;
  let js: JetStreamClient | undefined;
  let connected = false;
  let connections = 0;

  const rows = options.db && options.outbox
    ? relay({ db: options.db, jetstream: () => (connected ? js : undefined), replicas, log, metrics: options.metrics, ...options.outbox })
    : undefined;

  async function reachable(bucket: BucketName): Promise<KV> {
    if (!js || !connected) throw new Error('the bus is away');
    return bucketOf(js, bucket, replicas);
  }

  function track(task: Promise<unknown>): void {
    tasks.add(task);
    void task.finally(() => tasks.delete(task)).catch(() => undefined);
  }

  async function ready(nc: NatsConnection): Promise<void> {
    for (let attempt = 0; !stop.signal.aborted; attempt++) {
      try {
        return await ensureTopology(nc, replicas);
      } catch (error) {
        log.warn({ err: error }, 'streams and buckets are not ready yet');
        await new Promise((resolve) => setTimeout(resolve, Math.min(5_000, 200 * 2 ** attempt)));
      }
    }
  }

  /** Tries until it succeeds or the bus is closed; the library's own waiting cannot be ended. */
  async function firstConnection(): Promise<NatsConnection | undefined> {
    for (let attempt = 0; !stop.signal.aborted; attempt++) {
      try {
        return await connect({
          servers: options.url.split(','), name: service, maxReconnectAttempts: -1,
          reconnectTimeWait: 250, reconnectJitter: 250, pingInterval: 5_000, maxPingOut: 2, timeout: 3_000,
          ...(options.credentialsPath ? { authenticator: credsAuthenticator(readFileSync(options.credentialsPath)) } : {}),
        });
      } catch (error) {
        // At once, then about each half minute: what keeps a pod unready must not be silent.
        log[attempt % 120 === 0 ? 'warn' : 'debug']({ err: error }, 'the bus cannot be reached yet');
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }
    return undefined;
  }

  async function run(): Promise<void> {
    const nc = await firstConnection();
    connection = nc;
    if (!nc) return;
    if (!stop.signal.aborted) await ready(nc);
    // Closed meanwhile: what is started now would never be stopped.
    if (stop.signal.aborted) return void (await nc.close());
    const jetstream = (js = nc.jetstream());
    connected = true;
    connections += 1;
    rows?.start();
    track(rows?.reconnected() ?? Promise.resolve());
    for (const begin of onConnect) begin(nc, jetstream);
    // The statuses do not end with the connection.
    await Promise.race([nc.closed(), followStatus(nc)]);
  }

  async function followStatus(nc: NatsConnection): Promise<void> {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect') {
        connected = false;
        rows?.disconnected();
      }
      if (status.type !== 'reconnect') continue;
      await ready(nc);
      connected = true;
      connections += 1;
      track(rows?.reconnected() ?? Promise.resolve());
    }
  }

  /** Runs now when connected, else at the first connect. */
  function whenConnected(begin: (nc: NatsConnection, jetstream: JetStreamClient) => void): void {
    onConnect.push(begin);
    if (connection && js) begin(connection, js);
  }

  /** Goes on until the bus is closed, whatever fails on the way. */
  function keepRunning(what: string, work: () => Promise<void>): void {
    track((async () => {
      while (!stop.signal.aborted) {
        await work().catch((error: unknown) => {
          if (!stop.signal.aborted) log.warn({ err: error, what }, 'interrupted; trying again');
        });
        if (!stop.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 500));
      }
    })());
  }

  const streamFor = (type: string): 'EVENTS' | 'PLATFORM' => (familyOf(type) === 'tenant' ? 'PLATFORM' : 'EVENTS');
  const filterFor = (type: string): string => {
    const name = type.endsWith('.*') ? `${familyOf(type)}.>` : type;
    return streamFor(type) === 'PLATFORM' ? `platform.${name}` : `events.*.*.${name}`;
  };

  track(run().catch((error: unknown) => {
    if (!stop.signal.aborted) log.error({ err: error }, 'the bus connection ended');
  }));

  return {
    service,
    outbox: outbox(service),
    leases: leases({ service, jetstream: () => js, isConnected: () => connected, replicas, log, ...(options.holder ? { holder: options.holder } : {}) }),
    isLoaded: () => js !== undefined && unseen.size === 0,
    isConnected: () => connected,
    connections: () => connections,
    wakeRelay: () => rows?.wake(),
    jetstream: () => js,

    consume(purpose, types, handle) {
      whenConnected((_nc, jetstream) => {
        for (const type of types) {
          const durable = `${service}-${purpose}-${type.replace(/\.\*$/, '').replace(/\./g, '_')}`;
          keepRunning(durable, () => consumeBatches(jetstream, {
            stream: streamFor(type), durable, filter: filterFor(type), maxMessages: 64, maxWaitMs: 20,
            onBatch: oneByOne(jetstream, service, handle, log),
          }, stop.signal, log));
        }
      });
    },

    follow(types, see) {
      whenConnected((_nc, jetstream) => {
        for (const type of types) {
          keepRunning(`follow ${type}`, async () => {
            const consumer = await jetstream.consumers.get(streamFor(type), { filterSubjects: filterFor(type), deliver_policy: DeliverPolicy.New });
            const messages = await consumer.consume();
            stop.signal.addEventListener('abort', () => messages.stop(), { once: true });
            for await (const message of messages) {
              const received = readMessage(message);
              if (received) await see(received);
            }
          });
        }
      });
    },

    async batches(consumer, until) {
      if (!js) throw new Error('the bus was never connected');
      await consumeBatches(js, consumer, AbortSignal.any([until, stop.signal]), log);
    },

    get: async <V>(bucket: BucketName, key: string) => valueOf<V>(await (await reachable(bucket)).get(key)),

    async lookUp<V>(bucket: BucketName, key: string) {
      const kv = await reachable(bucket);
      const value = valueOf<V>(await kv.get(key));
      if (value === undefined && !(await isWhole(kv))) throw new Error(`the bucket ${bucket} is not whole`);
      return value;
    },

    setWhole: async (bucket, whole) => setWhole(await reachable(bucket), whole),

    async take(bucket, key, lifeMs) {
      if (!js || !connected) throw new Error('the bus is away');
      return takeKey(js, bucket, key, lifeMs, replicas);
    },

    watch(bucket, see, onReset = () => undefined) {
      const mine = Symbol(bucket);
      unseen.add(mine);
      whenConnected((nc, jetstream) => {
        keepRunning(`watch ${bucket}`, async () => {
          const watched = await (await bucketOf(jetstream, bucket, replicas)).watch({
            // The library may say so while what came is still in its queue.
            initializedFn: () => void setImmediate(() => unseen.delete(mine)),
          });
          onReset();
          const end = (): void => watched.stop();
          stop.signal.addEventListener('abort', end, { once: true });
          const status = (async () => {
            for await (const s of nc.status()) if (s.type === 'reconnect') return end();
          })();
          for await (const entry of watched) {
            try {
              see(entry.key, valueOf(entry));
            } catch (error) {
              // One that cannot be read must not keep those behind it away.
              log.error({ err: error, bucket, key: entry.key }, 'an entry of a bucket cannot be read');
            }
          }
          stop.signal.removeEventListener('abort', end);
          await Promise.race([status, Promise.resolve()]);
        });
      });
    },

    hint(name, payload) {
      if (connected && !stop.signal.aborted) connection?.publish(`hint.${service}.${name}`, JSON.stringify(payload));
    },

    onHint(name, hear, from = service) {
      whenConnected((nc) => {
        const subscription: Subscription = nc.subscribe(`hint.${from}.${name}`);
        track((async () => {
          for await (const message of subscription) hear(message.json(), message.subject);
        })());
      });
    },

    async close() {
      stop.abort();
      await rows?.stop();
      await connection?.close();
      await Promise.race([Promise.allSettled(tasks), new Promise((resolve) => setTimeout(resolve, 3_000).unref())]);
    },
  };
}

