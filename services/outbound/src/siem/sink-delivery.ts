import { slowMs } from '@platform/kit/delivery';
import type { HeldDestination } from '@platform/kit/delivery';
import { lockHeldCursor } from './cursor-store.ts';
import type { SinkCursor } from './cursor-store.ts';
import { SinkFault } from './senders/sink-fault.ts';
import { shownDetail } from './shown-detail.ts';
import type { Departure } from './sink-departure.ts';
import { storeMove } from './sink-outcome.ts';
import { afterFailure, afterSuccess } from './sink-progress.ts';
import { findSink } from './sink-store.ts';
import { transactFor } from './sink-turn-context.ts';
import type { NextStep, SinkTurnInput, SinkTurnOptions } from './sink-turn-context.ts';

/** The result of sending a batch. */
interface Arrival {
  fault: SinkFault | undefined;
  isSlow: boolean;
}

/** Sends the batch. Returns the fault if it was not confirmed. */
async function sendDeparture(
  { send, log }: SinkTurnOptions,
  { sink, batch }: Departure,
  signal: AbortSignal,
): Promise<SinkFault | undefined> {
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

function afterArrival(
  { clock, random }: SinkTurnOptions,
  before: SinkCursor,
  { secrets, batch }: Departure,
  { fault, isSlow }: Arrival,
): SinkCursor {
  const now = clock();
  if (!fault) return { ...afterSuccess(before, batch, now), isSlow };
  const detail = shownDetail(fault.detail, secrets);
  const { cursor } = afterFailure(before, batch, { fault, detail, now, random: random() });
  return { ...cursor, isSlow };
}

const storeArrival = (
  options: SinkTurnOptions,
  held: HeldDestination,
  departure: Departure,
  { mayGoOn, ...arrival }: Arrival & { mayGoOn: boolean },
): Promise<NextStep> =>
  transactFor(options, held, async (tx) => {
    const before = await lockHeldCursor(tx, held);
    const sink = before && (await findSink(tx, held.destinationId));
    if (!before || !sink) return 'done';
    const after = afterArrival(options, before, departure, arrival);
    return storeMove(tx, options, { sink, before, after }, mayGoOn);
  });

/** Sends one batch and stores the result. */
export async function deliverBatch(
  options: SinkTurnOptions,
  held: HeldDestination,
  departure: Departure,
  { signal, slot, mayGoOn }: SinkTurnInput,
): Promise<NextStep> {
  const { clock, onBatch } = options;
  const startedAt = clock();
  slot.begin();
  const fault = await sendDeparture(options, departure, signal);
  const isSlow = clock() - startedAt >= slowMs;
  onBatch({
    kind: departure.sink.kind,
    result: fault?.code ?? 'delivered',
    events: departure.batch.entries.length,
  });
  return storeArrival(options, held, departure, { fault, isSlow, mayGoOn: mayGoOn() });
}
