import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, credsAuthenticator } from 'nats';
import type { JetStreamClient, NatsConnection } from 'nats';
import type { Logger } from '../log/log.ts';
import { natsServers } from './nats-servers.ts';
import { ensureTopology } from './topology.ts';

/** What {@link keptConnection} needs. */
export interface ConnectionOptions {
  service: string;
  /** NATS servers, joined by commas; see {@link natsServers}. */
  url: string;
  credentialsPath?: string;
  /** PEM file of the only authorities trusted; empty or absent: no TLS unless the server asks for it. */
  caPath?: string;
  replicas: number;
  log: Logger;
  /** At the first connect and at each further one, before anything else uses it. */
  onUp: () => void;
  onDown: () => void;
}

/** The connection of one process, and the work that lives as long as it. */
export interface KeptConnection {
  /** Aborts when it is closed. */
  readonly closing: AbortSignal;
  /** As it was made first; it outlives the gaps. Undefined before. */
  nats(): NatsConnection | undefined;
  jetstream(): JetStreamClient | undefined;
  isUp(): boolean;
  /** What the latest attempt failed with; undefined while it is up. */
  trouble(): string | undefined;
  /** JetStream, and a signal that aborts when this connection is lost; undefined while there is none. */
  connected(): { js: JetStreamClient; signal: AbortSignal } | undefined;
  /** How often it has connected. */
  count(): number;
  /** Runs now when connected, else at the first connect. */
  whenConnected(begin: (nc: NatsConnection, js: JetStreamClient) => void): void;
  /** Runs work again and again until it is closed, whatever fails on the way. */
  keepRunning(what: string, work: () => Promise<void>): void;
  /** Work that closing waits for. */
  track(task: Promise<unknown>): void;
  /** Ends all that runs; `finish` is what needs the connection for its end. */
  close(finish: () => Promise<void>): Promise<void>;
}

const retryMs = 250;

const closingMs = 3_000;

/** Connects in the background, with streams and buckets in place, and keeps at it. */
export function keptConnection({
  service,
  url,
  credentialsPath,
  caPath,
  replicas,
  log,
  onUp,
  onDown,
}: ConnectionOptions): KeptConnection {
  const stop = new AbortController();
  // One listener a consumer and watch: their number is the service's choice.
  setMaxListeners(0, stop.signal);
  const waiting: ((nc: NatsConnection, js: JetStreamClient) => void)[] = [];
  const tasks = new Set<Promise<unknown>>();
  let connection: NatsConnection | undefined;
  let jetstream: JetStreamClient | undefined;
  let isUp = false;
  let trouble: string | undefined;
  let lost = new AbortController();
  let count = 0;

  function track(task: Promise<unknown>): void {
    tasks.add(task);
    void task.finally(() => tasks.delete(task)).catch(() => undefined);
  }

  /** Tries until it succeeds or is closed; the library's own waiting cannot be ended. */
  async function firstConnection(): Promise<NatsConnection | undefined> {
    for (let attempt = 0; !stop.signal.aborted; attempt++) {
      try {
        return await connect({
          ...natsServers(url),
          name: service,
          maxReconnectAttempts: -1,
          reconnectTimeWait: retryMs,
          reconnectJitter: retryMs,
          pingInterval: 5_000,
          maxPingOut: 2,
          timeout: 3_000,
          // A stack for each request is a twentieth of the work of publishing, and none of them names our code.
          noAsyncTraces: true,
          ...(caPath ? { tls: { caFile: caPath } } : {}),
          ...(credentialsPath
            ? { authenticator: credsAuthenticator(readFileSync(credentialsPath)) }
            : {}),
        });
      } catch (error) {
        trouble = (error as Error).message;
        // At once, then about each half minute: what keeps a pod unready must not be silent.
        log[attempt % 120 === 0 ? 'warn' : 'debug'](
          { err: error },
          'the bus cannot be reached yet',
        );
        await pause(retryMs);
      }
    }
    return undefined;
  }

  async function prepare(nc: NatsConnection): Promise<void> {
    for (let attempt = 0; !stop.signal.aborted; attempt++) {
      try {
        return await ensureTopology(nc, replicas);
      } catch (error) {
        trouble = (error as Error).message;
        log.warn({ err: error }, 'streams and buckets are not ready yet');
        await pause(Math.min(5_000, 200 * 2 ** attempt));
      }
    }
  }

  function up(): void {
    isUp = true;
    trouble = undefined;
    lost = new AbortController();
    setMaxListeners(0, lost.signal);
    count += 1;
    onUp();
  }

  async function followStatus(nc: NatsConnection): Promise<void> {
    for await (const { type } of nc.status()) {
      if (type === 'disconnect') {
        isUp = false;
        lost.abort();
        onDown();
      }
      if (type !== 'reconnect') continue;
      await prepare(nc);
      up();
    }
  }

  async function run(): Promise<void> {
    const nc = await firstConnection();
    connection = nc;
    if (!nc) return;
    if (!stop.signal.aborted) await prepare(nc);
    // Closed meanwhile: what is started now would never be stopped.
    if (stop.signal.aborted) return void (await nc.close());
    const js = (jetstream = nc.jetstream());
    up();
    for (const begin of waiting) begin(nc, js);
    // The statuses do not end with the connection.
    await Promise.race([nc.closed(), followStatus(nc)]);
  }

  track(
    run().catch((error: unknown) => {
      if (!stop.signal.aborted) log.error({ err: error }, 'the bus connection ended');
    }),
  );

  return {
    closing: stop.signal,
    track,
    nats: () => connection,
    jetstream: () => jetstream,
    isUp: () => isUp,
    trouble: () => trouble,
    connected: () => (isUp && jetstream ? { js: jetstream, signal: lost.signal } : undefined),
    count: () => count,

    whenConnected(begin) {
      waiting.push(begin);
      if (connection && jetstream) begin(connection, jetstream);
    },

    keepRunning(what, work) {
      track(
        (async () => {
          while (!stop.signal.aborted) {
            await work().catch((error: unknown) => {
              if (!stop.signal.aborted) log.warn({ err: error, what }, 'interrupted; retrying');
            });
            if (!stop.signal.aborted) await pause(500);
          }
        })(),
      );
    },

    async close(finish) {
      stop.abort();
      await finish();
      await connection?.close();
      await Promise.race([Promise.allSettled(tasks), pause(closingMs, undefined, { ref: false })]);
    },
  };
}
