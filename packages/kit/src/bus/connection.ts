import { setTimeout as pause } from 'node:timers/promises';
import type { JetStreamClient } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { maintainConnection } from './connection-life.ts';
import { newConnectionState, trackTask } from './connection-state.ts';
import type { ConnectionOptions, ConnectionState, ConnectionUse } from './connection-state.ts';

/** The connection of one process, and the work that lasts as long. */
export interface PersistentConnection {
  /** Aborts on close. */
  readonly closing: AbortSignal;
  /** The connection, which survives reconnects; undefined before the first connect. */
  nats(): NatsConnection | undefined;
  jetstream(): JetStreamClient | undefined;
  isUp(): boolean;
  /** Message of the latest failed attempt; undefined while connected. */
  trouble(): string | undefined;
  /**
   * JetStream, and a signal that aborts when this connection is lost; undefined while disconnected.
   */
  connected(): { js: JetStreamClient; signal: AbortSignal } | undefined;
  /** Number of connections made. */
  count(): number;
  /** Runs immediately if connected, otherwise at the first connect. */
  whenConnected(begin: ConnectionUse): void;
  /** Repeats the work until the connection is closed, whatever fails. */
  keepRunning(what: string, work: () => Promise<void>): void;
  /** Makes closing wait for a task. */
  track(task: Promise<unknown>): void;
  /** Ends all work; `finish` is the last step that uses the connection. */
  close(finish: () => Promise<void>): Promise<void>;
}

const closingMs = 3_000;

const againMs = 500;

async function runUntilClosed(
  { stop, options }: ConnectionState,
  what: string,
  work: () => Promise<void>,
): Promise<void> {
  while (!stop.signal.aborted) {
    await work().catch((error: unknown) => {
      if (!stop.signal.aborted) options.log.warn({ err: error, what }, 'interrupted; retrying');
    });
    if (!stop.signal.aborted) await pause(againMs);
  }
}

/** Connects in the background, creates missing streams and buckets, and keeps reconnecting. */
export function persistentConnection(options: ConnectionOptions): PersistentConnection {
  const state = newConnectionState(options);
  const { stop, tasks } = state;
  const track = (task: Promise<unknown>): void => trackTask(state, task);

  track(
    maintainConnection(state).catch((error: unknown) => {
      if (!stop.signal.aborted) options.log.error({ err: error }, 'the bus connection ended');
    }),
  );

  return {
    closing: stop.signal,
    track,
    nats: () => state.nats,
    jetstream: () => state.jetstream,
    isUp: () => state.isUp,
    trouble: () => state.trouble,
    connected: () =>
      state.isUp && state.jetstream
        ? { js: state.jetstream, signal: state.lost.signal }
        : undefined,
    count: () => state.count,

    whenConnected(begin) {
      state.waiting.push(begin);
      if (state.nats && state.jetstream) begin(state.nats, state.jetstream);
    },

    keepRunning: (what, work) => track(runUntilClosed(state, what, work)),

    async close(finish) {
      stop.abort();
      await finish();
      await state.nats?.close();
      await Promise.race([Promise.allSettled(tasks), pause(closingMs, undefined, { ref: false })]);
    },
  };
}
