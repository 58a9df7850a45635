import { setMaxListeners } from 'node:events';
import type { JetStreamClient } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../telemetry/log.ts';

/** Options of `persistentConnection`. */
export interface ConnectionOptions {
  service: string;
  /** NATS servers, separated by commas; see `natsServers`. */
  url: string;
  credentialsPath?: string;
  /**
   * PEM file of the only trusted authorities; empty or absent: no TLS unless the server requires
   * it.
   */
  caPath?: string;
  replicas: number;
  log: Logger;
  /** Called at each connect, before anything else uses the connection. */
  onUp: () => void;
  onDown: () => void;
}

/** Starts using a connection. */
export type ConnectionUse = (nc: NatsConnection, js: JetStreamClient) => void;

/** State of a connection, from before the first attempt until it is closed. */
export interface ConnectionState {
  readonly options: ConnectionOptions;
  /** Aborts on close. */
  readonly stop: AbortController;
  /** Callbacks for the first connection. */
  readonly waiting: ConnectionUse[];
  /** Tasks that closing waits for. */
  readonly tasks: Set<Promise<unknown>>;
  nats: NatsConnection | undefined;
  jetstream: JetStreamClient | undefined;
  isUp: boolean;
  /** Message of the latest failed attempt; undefined while connected. */
  trouble: string | undefined;
  /** Aborts when the current connection is lost. */
  lost: AbortController;
  /** Number of connections made. */
  count: number;
}

/** Returns the state before the first attempt. */
export function newConnectionState(options: ConnectionOptions): ConnectionState {
  const stop = new AbortController();
  // One listener per consumer and watch: the service decides how many.
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

/** Makes closing wait for a task. */
export function trackTask({ tasks }: ConnectionState, task: Promise<unknown>): void {
  tasks.add(task);
  void task.finally(() => tasks.delete(task)).catch(() => undefined);
}

/** Records a connect or reconnect. */
export function noteUp(state: ConnectionState): void {
  state.isUp = true;
  state.trouble = undefined;
  state.lost = new AbortController();
  setMaxListeners(0, state.lost.signal);
  state.count += 1;
  state.options.onUp();
}

/** Records the loss of the connection. */
export function noteDown(state: ConnectionState): void {
  state.isUp = false;
  state.lost.abort();
  state.options.onDown();
}
