import { setMaxListeners } from 'node:events';
import type { JetStreamClient } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../telemetry/log.ts';

/** What `keptConnection` needs. */
export interface ConnectionOptions {
  service: string;
  /** NATS servers, joined by commas; see `natsServers`. */
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

/** Begins to use a connection. */
export type ConnectionUse = (nc: NatsConnection, js: JetStreamClient) => void;

/** What is known of a connection, from before it is made until it is closed. */
export interface ConnectionState {
  readonly options: ConnectionOptions;
  /** Aborts when it is closed. */
  readonly stop: AbortController;
  /** What begins with the first connection. */
  readonly waiting: ConnectionUse[];
  /** What closing waits for. */
  readonly tasks: Set<Promise<unknown>>;
  nats: NatsConnection | undefined;
  jetstream: JetStreamClient | undefined;
  isUp: boolean;
  /** What the latest attempt failed with; undefined while it is up. */
  trouble: string | undefined;
  /** Aborts when the present connection is lost. */
  lost: AbortController;
  /** How often it has connected. */
  count: number;
}

/** The state before the first attempt. */
export function newConnectionState(options: ConnectionOptions): ConnectionState {
  const stop = new AbortController();
  // One listener a consumer and watch: their number is the service's choice.
  setMaxListeners(0, stop.signal);
  return {
    options,
    stop,
    waiting: [],
    tasks: new Set(),
    nats: undefined,
    jetstream: undefined,
    isUp: false,
    trouble: undefined,
    lost: new AbortController(),
    count: 0,
  };
}

/** Lets closing wait for a task. */
export function trackTask({ tasks }: ConnectionState, task: Promise<unknown>): void {
  tasks.add(task);
  void task.finally(() => tasks.delete(task)).catch(() => undefined);
}

/** Records that the connection is made, or made again. */
export function noteUp(state: ConnectionState): void {
  state.isUp = true;
  state.trouble = undefined;
  state.lost = new AbortController();
  setMaxListeners(0, state.lost.signal);
  state.count += 1;
  state.options.onUp();
}

/** Records that the connection is lost. */
export function noteDown(state: ConnectionState): void {
  state.isUp = false;
  state.lost.abort();
  state.options.onDown();
}
