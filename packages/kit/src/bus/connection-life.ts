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

/** Creates missing streams and buckets. */
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

/** Connects, starts what waits for the connection, and follows its status until it is closed. */
export async function maintainConnection(state: ConnectionState): Promise<void> {
  const { stop } = state;
  const nc = await connectFirst(state);
  state.nats = nc;
  if (!nc) return;
  if (!stop.signal.aborted) await prepareTopology(state, nc);
  // Closed in the meantime: anything started now would never be stopped.
  if (stop.signal.aborted) return nc.close();
  const js = jetstream(nc);
  state.jetstream = js;
  noteUp(state);
  for (const begin of state.waiting) begin(nc, js);
  // The status iterator does not end with the connection.
  await Promise.race([nc.closed(), followStatus(state, nc)]);
}
