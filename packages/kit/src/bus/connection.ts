import { setTimeout as pause } from 'node:timers/promises';
import type { JetStreamClient } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { maintainConnection } from './connection-life.ts';
import { newConnectionState, trackTask } from './connection-state.ts';
import type { ConnectionOptions, ConnectionState, ConnectionUse } from './connection-state.ts';

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
  whenConnected(begin: ConnectionUse): void;
  /** Runs work again and again until it is closed, whatever fails on the way. */
  keepRunning(what: string, work: () => Promise<void>): void;
  /** Work that closing waits for. */
  track(task: Promise<unknown>): void;
  /** Ends all that runs; `finish` is what needs the connection for its end. */
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

/** Connects in the background, with streams and buckets in place, and keeps at it. */
export function keptConnection(options: ConnectionOptions): KeptConnection {
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
