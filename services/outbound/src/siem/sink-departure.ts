import type { Tx } from '@platform/kit/database';
import type { HeldDestination } from '@platform/kit/delivery';
import { SecretFault } from '@platform/kit/secrets';
import { readBatch } from './batch-reading.ts';
import type { PlannedBatch } from './batch-reading.ts';
import { lockHeldCursor, readLogBounds, updateCursor } from './cursor-store.ts';
import type { SinkCursor } from './cursor-store.ts';
import { lockLogs } from './log-reading.ts';
import type { OpenedSink } from './senders/sender.ts';
import { SinkFault } from './senders/sink-fault.ts';
import { openedSink } from './sink-definition.ts';
import { storeMove } from './sink-outcome.ts';
import { afterFailure, afterSkip, withoutTrimmed } from './sink-progress.ts';
import type { SinkSecrets } from './sink-record.ts';
import { findSink } from './sink-store.ts';
import type { SinkRecord } from './sink-store.ts';
import { transactFor } from './sink-turn-context.ts';
import type { NextStep, SinkTurnOptions } from './sink-turn-context.ts';

/** A batch with everything that sending it requires. */
export interface Departure {
  sink: OpenedSink;
  secrets: SinkSecrets;
  batch: PlannedBatch;
}

/** Represents a batch that could not be read. */
const nothingRead = {
  channel: 'lifecycle',
  fromSeq: -1,
  untilSeq: 0,
  untilAt: new Date(0),
  seqs: [],
} as const;

function openSecrets(
  { seals, log }: SinkTurnOptions,
  tenantId: string,
  sink: SinkRecord,
): SinkSecrets | undefined {
  try {
    return seals.open(tenantId, sink);
  } catch (error) {
    if (!(error instanceof SecretFault)) throw error;
    log.error({ err: error, sinkId: sink.id }, 'the secrets of a sink cannot be opened');
    return undefined;
  }
}

function afterSealFailure({ clock, random }: SinkTurnOptions, cursor: SinkCursor): SinkCursor {
  const fault = new SinkFault('secret_unavailable');
  const moment = { now: clock(), random: random() };
  return afterFailure(cursor, nothingRead, { fault, detail: null, ...moment }).cursor;
}

/** The name of an object describes its content, so a repeated batch must be identical. */
const fixedTo = (sink: SinkRecord, cursor: SinkCursor, batch: PlannedBatch): SinkCursor =>
  sink.kind === 's3'
    ? { ...cursor, batchChannel: batch.channel, batchUntil: batch.untilSeq }
    : cursor;

async function readDeparture(
  tx: Tx,
  options: SinkTurnOptions,
  { tenantId, before, sink }: { tenantId: string; before: SinkCursor; sink: SinkRecord },
  mayGoOn: boolean,
): Promise<Departure | NextStep> {
  const bounds = await readLogBounds(tx);
  const cursor = withoutTrimmed(before, bounds);
  const keep = (after: SinkCursor) => storeMove(tx, options, { sink, before, after }, mayGoOn);
  if (!cursor.active || cursor.suspended || cursor.unentitled) {
    await updateCursor(tx, cursor, { isReleased: true });
    return 'done';
  }
  const secrets = openSecrets(options, tenantId, sink);
  if (!secrets) return keep(afterSealFailure(options, cursor));
  const batch = await readBatch(tx, { cursor, sink, bounds, hashKey: secrets.hashKey });
  if (!batch) return keep(cursor);
  if (batch.entries.length === 0) return keep(afterSkip(cursor, batch));
  await updateCursor(tx, fixedTo(sink, cursor, batch));
  return { sink: openedSink(tenantId, sink, secrets), secrets, batch };
}

/** Reads the next batch of a sink, or returns the next step if there is none. */
export const depart = (
  options: SinkTurnOptions,
  held: HeldDestination,
  mayGoOn: boolean,
): Promise<Departure | NextStep> =>
  transactFor(options, held, async (tx) => {
    await lockLogs(tx);
    const before = await lockHeldCursor(tx, held);
    const sink = before && (await findSink(tx, held.destinationId));
    if (!before || !sink) return 'done';
    const { tenantId } = held;
    return readDeparture(tx, options, { tenantId, before, sink }, mayGoOn);
  });
