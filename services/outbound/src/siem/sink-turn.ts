import type { Database, Tx } from '@platform/kit/database';
import type { Logger } from '@platform/kit/log';
import { SecretFault } from '@platform/kit/secrets';
import { readBatch } from './batch-reading.ts';
import type { PlannedBatch } from './batch-reading.ts';
import type { SinkCursor } from './cursor-record.ts';
import { lockLogHeads, readLogBounds, updateCursor } from './cursor-store.ts';
import { slowMs } from '../lanes/lane-health.ts';
import type { Slot } from '../slots/slots.ts';
import { holdLogs } from './log-reading.ts';
import { shownDetail } from './shown-detail.ts';
import { SinkFault } from './senders/sink-fault.ts';
import type { OpenedSink } from './senders/sender.ts';
import type { SendBatch } from './senders/senders.ts';
import { openedSink } from './sink-definition.ts';
import type { SinkSeals } from './sink-definition.ts';
import { lockHeldCursor } from './sink-lease-store.ts';
import type { HeldSink } from './sink-lease-store.ts';
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

/** What a turn is given by the worker that runs it. */
export interface SinkTurnInput {
  /** Aborted when the sink is lost, or the time of a shutdown is over. */
  signal: AbortSignal;
  slot: Pick<Slot, 'begin'>;
  /** May another batch follow? */
  mayGoOn: () => boolean;
}

/** What follows a step of a turn. */
type Next = 'again' | 'rest' | 'done';

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
  ): Promise<Next> {
    const now = clock();
    const told = await noticed(tx, { sink, before, after }, now);
    if (!told.active || told.consecutiveFailures > 0) {
      const nextDueAt = told.active ? told.nextDueAt : null;
      await updateCursor(tx, { ...told, nextDueAt }, { isReleased: true });
      return 'done';
    }
    const nextDueAt = nextDue(told, await readLogBounds(tx), now);
    const isDue = nextDueAt !== null && nextDueAt <= now;
    await updateCursor(tx, { ...told, nextDueAt: now }, { isReleased: isDue && !mayGoOn });
    if (!isDue) return 'rest';
    return mayGoOn ? 'again' : 'done';
  }

  /**
   * Lets a sink wait that has nothing to send now. Ingestion leaves sinks alone that are due or being worked, so this looks once
   * more at the logs, with no ingestion under way: events that it was not told about would wait for the next ones.
   */
  const rest = (held: HeldSink, mayGoOn: boolean): Promise<Next> =>
    transact(held, async (tx) => {
      await lockLogHeads(tx);
      const cursor = await lockHeldCursor(tx, held);
      if (!cursor) return 'done';
      const now = clock();
      const nextDueAt = cursor.active ? nextDue(cursor, await readLogBounds(tx), now) : null;
      const goesOn = mayGoOn && nextDueAt !== null && nextDueAt <= now;
      await updateCursor(tx, { ...cursor, nextDueAt }, { isReleased: !goesOn });
      return goesOn ? 'again' : 'done';
    });

  async function depart(held: HeldSink, mayGoOn: boolean): Promise<Departure | Next> {
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
        return keep(
          afterFailure(cursor, read, { fault, detail: null, now, random: random() }).cursor,
        );
      }
      const batch = await readBatch(tx, { cursor, sink, bounds, hashKey: secrets.hashKey });
      if (!batch) return keep(cursor);
      if (batch.entries.length === 0) return keep(afterSkip(cursor, batch));
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
    { fault, isSlow, mayGoOn }: { fault: SinkFault | undefined; isSlow: boolean; mayGoOn: boolean },
  ): Promise<Next> {
    return transact(held, async (tx) => {
      const before = await lockHeldCursor(tx, held);
      const sink = before && (await findSink(tx, held.sinkId));
      if (!before || !sink) return 'done';
      const now = clock();
      const ended = (): SinkCursor => {
        if (!fault) return afterSuccess(before, batch, now);
        const detail = shownDetail(fault.detail, secrets);
        return afterFailure(before, batch, { fault, detail, now, random: random() }).cursor;
      };
      return store(tx, { sink, before, after: { ...ended(), isSlow } }, mayGoOn);
    });
  }

  /** Sends one batch, and stores what became of it. */
  async function deliver(
    held: HeldSink,
    departure: Departure,
    input: SinkTurnInput,
  ): Promise<Next> {
    const { signal, slot, mayGoOn } = input;
    const startedAt = clock();
    slot.begin();
    const fault = await sent(departure, signal);
    const isSlow = clock() - startedAt >= slowMs;
    onBatch({
      kind: departure.sink.kind,
      result: fault?.code ?? 'delivered',
      events: departure.batch.entries.length,
    });
    return arrive(held, departure, { fault, isSlow, mayGoOn: mayGoOn() });
  }

  return async function turn(held: HeldSink, input: SinkTurnInput): Promise<void> {
    let next: Next = 'again';
    while (next !== 'done' && !input.signal.aborted) {
      if (next === 'rest') next = await rest(held, input.mayGoOn());
      else {
        const departure: Departure | Next = await depart(held, input.mayGoOn());
        next = typeof departure === 'string' ? departure : await deliver(held, departure, input);
      }
    }
  };
}

/** See {@link sinkTurns}. */
export type SinkTurn = ReturnType<typeof sinkTurns>;
