import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstream } from '@nats-io/jetstream';
import { connect, credsAuthenticator } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import { noteDown, noteUp, trackTask } from './connection-state.ts';
import type { ConnectionOptions, ConnectionState } from './connection-state.ts';
import { natsServers } from './nats-servers.ts';
import { leaveIsolatedServers } from './isolated-server.ts';
import { ensureTopology, moveReplicas } from './topology.ts';
import { backoff } from '../async/retry.ts';

const retryMs = 250;
/**
 * How long JetStream may take to answer: a request to a leader that is lost is never answered, and
 * only the next one finds the new leader.
 */
const answerMs = 2_000;

const connectOnce = ({
  service,
  url,
  caPath,
  credentialsPath,
}: ConnectionOptions): Promise<NatsConnection> =>
  connect({
    ...natsServers(url),
    name: service,
    maxReconnectAttempts: -1,
    reconnectTimeWait: retryMs,
    reconnectJitter: retryMs,
    // A server that hangs is left after 3.6 s, before a cluster elects new leaders. The library tries
    // it once more, for the time of `timeout`.
    pingInterval: 1_200,
    maxPingOut: 2,
    timeout: 2_000,
    // Capturing a stack for each request takes a twentieth of the work of publishing, and no frame
    // of it is ours.
    noAsyncTraces: true,
    ...(caPath ? { tls: { caFile: caPath } } : {}),
    ...(credentialsPath
      ? { authenticator: credsAuthenticator(readFileSync(credentialsPath)) }
      : {}),
  });

/** Retries until it connects or is closed; the library's own retry cannot be aborted. */
async function connectFirst(state: ConnectionState): Promise<NatsConnection | undefined> {
  const { options, stop } = state;
  for (let attempt = 0; !stop.signal.aborted; attempt++) {
    try {
      return await connectOnce(options);
    } catch (error) {
      state.trouble = (error as Error).message;
      // Warns immediately, then about every 30 s: whatever keeps a pod unready must be in the log.
      const level = attempt % 120 === 0 ? 'warn' : 'debug';
      options.log[level]({ err: error }, 'the bus cannot be reached yet');
      await pause(retryMs);
    }
  }
  return undefined;
}

/** Creates missing streams and buckets. Retries until it succeeds or `isOver`. */
async function prepareTopology(
  state: ConnectionState,
  nc: NatsConnection,
  isOver = () => state.stop.signal.aborted,
): Promise<void> {
  const { options } = state;
  for (let attempt = 1; !isOver(); attempt++) {
    try {
      return await ensureTopology(nc, options.replicas);
    } catch (error) {
      state.trouble = (error as Error).message;
      options.log.warn({ err: error }, 'streams and buckets are not ready yet');
      await pause(backoff({ firstMs: 200, maxMs: 1_000 }, attempt));
    }
  }
}

/**
 * Moves streams and buckets to the configured number of replicas, and retries while servers for
 * them are missing. Only once per process: while a new number is rolled out, a pod with the previous
 * one that reconnects must not move them back.
 */
async function applyReplicas({ options, stop }: ConnectionState, nc: NatsConnection) {
  const { replicas, log } = options;
  for (let attempt = 1; !stop.signal.aborted; attempt++) {
    try {
      const moved = await moveReplicas(nc, replicas);
      if (moved.length > 0) log.info({ moved, replicas }, 'the number of replicas was changed');
      return;
    } catch (error) {
      log.warn({ err: error, replicas }, 'the number of replicas cannot be changed yet');
      const ms = backoff({ firstMs: 1_000, maxMs: 60_000 }, attempt);
      await pause(ms, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    }
  }
}

/**
 * How long a reconnect waits until missing streams are created. In a cluster that elects leaders,
 * some streams answer seconds later than others, which need not wait for them.
 */
const reconnectMs = 1_000;

async function followStatus(state: ConnectionState, nc: NatsConnection): Promise<void> {
  let latest = 0;
  for await (const { type } of nc.status()) {
    if (type === 'disconnect') noteDown(state);
    if (type !== 'reconnect') continue;
    const mine = ++latest;
    const ready = prepareTopology(state, nc, () => state.stop.signal.aborted || mine !== latest);
    trackTask(state, ready);
    await Promise.race([ready, pause(reconnectMs, undefined, { ref: false })]);
    noteUp(state);
  }
}

/** Connects, starts what waits for the connection, and follows its status until it is closed. */
export async function maintainConnection(state: ConnectionState): Promise<void> {
  const { options, stop } = state;
  const nc = await connectFirst(state);
  state.nats = nc;
  if (!nc) return;
  trackTask(state, leaveIsolatedServers(nc, stop.signal, options.log));
  if (!stop.signal.aborted) await prepareTopology(state, nc);
  // Closed in the meantime: anything started now would never be stopped.
  if (stop.signal.aborted) return nc.close();
  const js = jetstream(nc, { timeout: answerMs });
  state.jetstream = js;
  noteUp(state);
  for (const begin of state.waiting) begin(nc, js);
  trackTask(state, applyReplicas(state, nc));
  // The status iterator does not end with the connection.
  await Promise.race([nc.closed(), followStatus(state, nc)]);
}
