import type { Database, Tx } from '@platform/kit/database';
import type { Logger } from '@platform/kit/log';
import { SecretFault } from '@platform/kit/secrets';
import { readBatch } from './batch-reading.ts';
import type { PlannedBatch } from './batch-reading.ts';
import type { SinkCursor } from './cursor-record.ts';
import { lockHeldCursor, readLogBounds, updateCursor } from './cursor-store.ts';
import type { HeldSink } from './cursor-store.ts';
import { holdLogs } from './log-reading.ts';
import { shownDetail } from './shown-detail.ts';
import { SinkFault } from './senders/sink-fault.ts';
import type { OpenedSink } from './senders/sender.ts';
import type { SendBatch } from './senders/senders.ts';
import { openedSink } from './sink-definition.ts';
import type { SinkSeals } from './sink-definition.ts';
import { noticed } from './sink-notices.ts';
import { afterFailure, afterSkip, afterSuccess, nextDue, withoutTrimmed } from './sink-progress.ts';
import type { SinkRecord, SinkSecrets } from './sink-record.ts';
import { findSink } from './sink-store.ts';

/** What {@link sinkTurns} needs. */
export interface SinkTurnOptions {
  db: Pick<Database, 'transact'>;
  seals: SinkSeals;
  send: SendBatch;
  clock: () => number;
  random: () => number;
  log: Logger;
  onBatch: (outcome: { kind: string; result: string; events: number }) => void;
}

/** A batch on its way, with all that its sending needs. */
interface Departure {
  sink: OpenedSink;
  secrets: SinkSecrets;
  batch: PlannedBatch;
}

/** How long a pod stays with one sink while others wait. */
const turnMs = 30_000;

const actor = { type: 'system', id: 'outbound' } as const;

/** Works a sink that this pod holds: reads, sends and moves its cursor, batch by batch, until nothing is due. */
export function sinkTurns(options: SinkTurnOptions) {
  const { db, seals, send, clock, random, log, onBatch } = options;

  const transact = <T>({ tenantId }: HeldSink, work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.transact({ tenantId, actor }, work);

  function opened(tenantId: string, sink: SinkRecord): SinkSecrets | undefined {
    try {
      return seals.open(tenantId, sink);
    } catch (error) {
      if (!(error instanceof SecretFault)) throw error;
      log.error({ err: error, sinkId: sink.id }, 'the secrets of a sink cannot be opened');
      return undefined;
    }
  }

  /** Stores what became of the cursor. The turn goes on only with a sink that is still active and due. */
  async function store(
    tx: Tx,
    { sink, before, after }: { sink: SinkRecord; before: SinkCursor; after: SinkCursor },
    mayGoOn: boolean,
  ): Promise<boolean> {
    const now = clock();
    const told = await noticed(tx, { sink, before, after }, now);
    // Read with the cursor locked: what comes in later finds it idle and wakes it.
    const bounds = await readLogBounds(tx);
    const nextDueAt = !told.active
      ? null
      : told.consecutiveFailures > 0
        ? told.nextDueAt
        : nextDue(told, bounds, now);
    const goesOn = mayGoOn && nextDueAt !== null && nextDueAt <= now;
    await updateCursor(tx, { ...told, nextDueAt }, { isReleased: !goesOn });
    return goesOn;
  }

  async function depart(held: HeldSink, mayGoOn: boolean): Promise<Departure | 'again' | 'done'> {
    return transact(held, async (tx) => {
      await holdLogs(tx);
      const before = await lockHeldCursor(tx, held);
      const sink = before && (await findSink(tx, held.sinkId));
      if (!before || !sink) return 'done';
      const bounds = await readLogBounds(tx);
      const cursor = withoutTrimmed(before, bounds);
      const keep = (after: SinkCursor) => store(tx, { sink, before, after }, mayGoOn);
      if (!cursor.active || cursor.suspended || cursor.unentitled) {
        await updateCursor(tx, cursor, { isReleased: true });
        return 'done';
      }
      const secrets = opened(held.tenantId, sink);
      if (!secrets) {
        const read = {
          channel: 'lifecycle',
          fromSeq: -1,
          untilSeq: 0,
          untilAt: new Date(0),
          seqs: [],
        } as const;
        const fault = new SinkFault('secret_unavailable');
        const now = clock();
        await keep(
          afterFailure(cursor, read, { fault, detail: null, now, random: random() }).cursor,
        );
        return 'done';
      }
      const batch = await readBatch(tx, { cursor, sink, bounds, hashKey: secrets.hashKey });
      if (!batch) return (await keep(cursor)) ? 'again' : 'done';
      if (batch.entries.length === 0)
        return (await keep(afterSkip(cursor, batch))) ? 'again' : 'done';
      // The name of an object says what is in it: a batch that is repeated must be the same.
      const fixed =
        sink.kind === 's3'
          ? { ...cursor, batchChannel: batch.channel, batchUntil: batch.untilSeq }
          : cursor;
      await updateCursor(tx, fixed);
      return { sink: openedSink(held.tenantId, sink, secrets), secrets, batch };
    });
  }

  /** Sends the batch; the fault where it was not confirmed. */
  async function sent({ sink, batch }: Departure, signal: AbortSignal) {
    try {
      await send(sink, batch, signal);
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SinkFault) return error;
      log.error({ err: error, sinkId: sink.id }, 'a batch failed unexpectedly');
      return new SinkFault('connect_failed', { cause: error });
    }
  }

  async function arrive(
    held: HeldSink,
    { secrets, batch }: Departure,
    { fault, mayGoOn }: { fault: SinkFault | undefined; mayGoOn: boolean },
  ): Promise<boolean> {
    return transact(held, async (tx) => {
      const before = await lockHeldCursor(tx, held);
      const sink = before && (await findSink(tx, held.sinkId));
      if (!before || !sink) return false;
      const now = clock();
      if (!fault)
        return store(tx, { sink, before, after: afterSuccess(before, batch, now) }, mayGoOn);
      const detail = shownDetail(fault.detail, secrets);
      const failure = afterFailure(before, batch, { fault, detail, now, random: random() });
      return store(tx, { sink, before, after: failure.cursor }, mayGoOn);
    });
  }

  return async function turn(held: HeldSink, signal: AbortSignal): Promise<void> {
    const endsAt = performance.now() + turnMs;
    let goesOn = true;
    while (goesOn && !signal.aborted) {
      const mayGoOn = performance.now() < endsAt;
      const departure = await depart(held, mayGoOn);
      if (departure === 'done') return;
      if (departure === 'again') continue;
      const fault = await sent(departure, signal);
      onBatch({
        kind: departure.sink.kind,
        result: fault?.code ?? 'delivered',
        events: departure.batch.entries.length,
      });
      goesOn = await arrive(held, departure, { fault, mayGoOn });
    }
  };
}

/** See {@link sinkTurns}. */
export type SinkTurn = ReturnType<typeof sinkTurns>;
