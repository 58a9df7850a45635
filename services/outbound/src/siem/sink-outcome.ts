import type { Tx } from '@platform/kit/database';
import type { HeldDestination } from '@platform/kit/delivery';
import { lockHeldCursor, lockLogHeads, readLogBounds, updateCursor } from './cursor-store.ts';
import type { SinkCursor } from './cursor-store.ts';
import { noticed } from './sink-notices.ts';
import { nextDue } from './sink-progress.ts';
import type { SinkRecord } from './sink-store.ts';
import { transactFor } from './sink-turn-context.ts';
import type { NextStep, SinkTurnOptions } from './sink-turn-context.ts';

/** A sink with its cursor before and after a step. */
export interface CursorMove {
  sink: SinkRecord;
  before: SinkCursor;
  after: SinkCursor;
}

/** Stores the cursor. The turn continues only if the sink is still active and due. */
export async function storeMove(
  tx: Tx,
  { clock }: SinkTurnOptions,
  move: CursorMove,
  mayGoOn: boolean,
): Promise<NextStep> {
  const now = clock();
  const told = await noticed(tx, move, now);
  if (!told.active || told.consecutiveFailures > 0) {
    const nextDueAt = told.active ? told.nextDueAt : null;
    await updateCursor(tx, { ...told, nextDueAt }, { isReleased: true });
    return 'done';
  }
  const nextDueAt = nextDue(told, await readLogBounds(tx), now);
  const isDue = nextDueAt !== null && nextDueAt <= now;
  await updateCursor(tx, { ...told, nextDueAt: now }, { isReleased: isDue && !mayGoOn });
  if (!isDue) return 'rest';
  return mayGoOn ? 'again' : 'due';
}

/**
 * Puts a sink with nothing to send to rest. Ingestion does not wake sinks that are due or being
 * worked, so this checks the logs again while ingestion is blocked: otherwise new events would wait
 * for later ones.
 */
export const restSink = (
  options: SinkTurnOptions,
  held: HeldDestination,
  mayGoOn: boolean,
): Promise<NextStep> =>
  transactFor(options, held, async (tx) => {
    await lockLogHeads(tx);
    const cursor = await lockHeldCursor(tx, held);
    if (!cursor) return 'done';
    const now = options.clock();
    const nextDueAt = cursor.active ? nextDue(cursor, await readLogBounds(tx), now) : null;
    const goesOn = mayGoOn && nextDueAt !== null && nextDueAt <= now;
    await updateCursor(tx, { ...cursor, nextDueAt }, { isReleased: !goesOn });
    return goesOn ? 'again' : 'done';
  });
