import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstream } from '@nats-io/jetstream';
import { connect, credsAuthenticator } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import { noteDown, noteUp } from './connection-state.ts';
import type { ConnectionOptions, ConnectionState } from './connection-state.ts';
import { natsServers } from './nats-servers.ts';
import { ensureTopology } from './topology.ts';
import { backoff } from '../async/retry.ts';

const retryMs = 250;

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

/** Tries until it succeeds or is closed; the library's own waiting cannot be ended. */
async function connectFirst(state: ConnectionState): Promise<NatsConnection | undefined> {
  const { options, stop } = state;
  for (let attempt = 0; !stop.signal.aborted; attempt++) {
    try {
      return await connectOnce(options);
    } catch (error) {
      state.trouble = (error as Error).message;
      // At once, then about each half minute: what keeps a pod unready must not be silent.
      const level = attempt % 120 === 0 ? 'warn' : 'debug';
      options.log[level]({ err: error }, 'the bus cannot be reached yet');
      await pause(retryMs);
    }
  }
  return undefined;
}

/** Sees to it that streams and buckets are there. */
async function prepareTopology(state: ConnectionState, nc: NatsConnection): Promise<void> {
  const { options, stop } = state;
  for (let attempt = 1; !stop.signal.aborted; attempt++) {
    try {
      return await ensureTopology(nc, options.replicas);
    } catch (error) {
      state.trouble = (error as Error).message;
      options.log.warn({ err: error }, 'streams and buckets are not ready yet');
      await pause(backoff({ firstMs: 200, maxMs: 5_000 }, attempt));
    }
  }
}

async function followStatus(state: ConnectionState, nc: NatsConnection): Promise<void> {
  for await (const { type } of nc.status()) {
    if (type === 'disconnect') noteDown(state);
    if (type !== 'reconnect') continue;
    await prepareTopology(state, nc);
    noteUp(state);
  }
}

/** Connects, begins what waits for the connection, and follows it until it is closed. */
export async function maintainConnection(state: ConnectionState): Promise<void> {
  const { stop } = state;
  const nc = await connectFirst(state);
  state.nats = nc;
  if (!nc) return;
  if (!stop.signal.aborted) await prepareTopology(state, nc);
  // Closed meanwhile: what is started now would never be stopped.
  if (stop.signal.aborted) return nc.close();
  const js = jetstream(nc);
  state.jetstream = js;
  noteUp(state);
  for (const begin of state.waiting) begin(nc, js);
  // The statuses do not end with the connection.
  await Promise.race([nc.closed(), followStatus(state, nc)]);
}
