import { setTimeout as pause } from 'node:timers/promises';
import type { JetStreamClient, JsMsg } from '@nats-io/jetstream';
import type { Logger } from '../telemetry/log.ts';
import { isPartitionLost } from './fence.ts';
import { pendingMessages } from './pending-messages.ts';
import type { StreamPosition } from './message.ts';
import { openReader } from './stream-reader.ts';
import type { ReadOptions } from './stream-reader.ts';

/** How to apply a partition. */
export interface PartitionRun extends ReadOptions {
  /** JetStream, and a signal that aborts with the connection; undefined while disconnected. */
  connected: () => { js: JetStreamClient; signal: AbortSignal } | undefined;
  /** Largest batch, and how long to wait until it is full. */
  maxMessages: number;
  maxWaitMs: number;
  /** Reading pauses while this many messages are not applied, including those of failing keys. */
  maxPending: number;
  orderingKeyOf: (message: JsMsg) => string;
  onRead?: ((message: JsMsg) => void) | undefined;
  apply: (messages: JsMsg[]) => Promise<void>;
  /** Receives the position up to which everything is applied. */
  onApplied: (place: StreamPosition | undefined) => void;
  log: Logger;
}

const retryMs = 250;
const readAhead = 64;
/** While one batch is being written, the next is complete and the one after it is being read. */
const batchesAhead = 2;

/**
 * Waits for conditions on state within this process. Each change checks all conditions and wakes
 * only those that are met.
 */
function changeWaits(stop: AbortSignal) {
  const waiting = new Set<{ isMet: () => boolean; end: () => void }>();
  const notify = (): void => {
    for (const { isMet, end } of waiting) if (stop.aborted || isMet()) end();
  };
  stop.addEventListener('abort', notify, { once: true });
  return {
    notify,
    /** Resolves when the condition is met, the time is over, or everything stops. */
    async until(isMet: () => boolean, ms?: number): Promise<void> {
      if (stop.aborted || isMet()) return;
      await new Promise<void>((resolve) => {
        const one = { isMet, end };
        const timer = ms === undefined ? undefined : setTimeout(end, ms);
        function end(): void {
          clearTimeout(timer);
          waiting.delete(one);
          resolve();
        }
        waiting.add(one);
      });
    },
  };
}

/**
 * Applies a partition in stream order until `stop`, reading ahead while it applies. Rejects
 * immediately, with the error of the fence, if another pod has taken over the partition.
 */
export async function runPartition(options: PartitionRun, stop: AbortSignal): Promise<void> {
  const { maxMessages, maxWaitMs, maxPending, log } = options;
  const over = new AbortController();
  const ended = AbortSignal.any([stop, over.signal]);
  const { notify, until } = changeWaits(ended);
  const pending = pendingMessages(options.orderingKeyOf, { begin: options.after });
  const ahead = Math.max(readAhead, batchesAhead * maxMessages);
  const room = (): number => Math.min(ahead - pending.fresh(), maxPending - pending.size());

  async function readWhile({ js, signal }: { js: JetStreamClient; signal: AbortSignal }) {
    const connection = AbortSignal.any([signal, ended]);
    const { stream, filters } = options;
    const reader = await openReader(
      js,
      { stream, filters, after: pending.last() },
      connection,
      log,
    );
    const see = (message: JsMsg): void => {
      options.onRead?.(message);
      pending.add(message);
      notify();
    };
    try {
      while (!connection.aborted) {
        await until(() => room() > 0 || connection.aborted);
        await reader.read(room(), see);
      }
    } finally {
      if (!signal.aborted) await reader.close();
    }
  }

  async function readOn(): Promise<void> {
    while (!ended.aborted) {
      const connection = options.connected();
      if (connection)
        await readWhile(connection).catch((error: unknown) => {
          if (!ended.aborted && !connection.signal.aborted)
            log.warn({ err: error, stream: options.stream }, 'reading a stream was interrupted');
        });
      if (!ended.aborted) await pause(retryMs, undefined, { signal: ended }).catch(() => undefined);
    }
  }

  function onFailure(error: unknown, messages: JsMsg[]): void {
    if (isPartitionLost(error)) throw error;
    log.warn(
      { err: error, stream: options.stream, seq: messages[0]?.seq, messages: messages.length },
      'messages could not be applied; they will be retried',
    );
  }

  async function applyOn(): Promise<void> {
    while (!ended.aborted) {
      await until(() => pending.fresh() > 0, pending.pauseMs());
      if (pending.fresh() > 0) await until(() => pending.fresh() >= maxMessages, maxWaitMs);
      if (ended.aborted) return;
      const apply = async (messages: JsMsg[]): Promise<void> => {
        ended.throwIfAborted();
        await options.apply(messages);
      };
      try {
        await pending.applyDue(maxMessages, apply, onFailure);
      } finally {
        options.onApplied(pending.applied());
        notify();
      }
    }
  }

  const end = (): void => over.abort();
  const ends = await Promise.allSettled([readOn(), applyOn()].map((work) => work.finally(end)));
  for (const how of ends) if (how.status === 'rejected') throw how.reason;
}
