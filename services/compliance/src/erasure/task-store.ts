import type { ErasureItem } from '@platform/contracts';
import { sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { clockTime } from '../database-clock.ts';
import { compliance } from '../generated/tables.ts';

const tasks = compliance.table('erasureTasks').narrow<{ items: ErasureItem[] }>().omit('requestId');
const doneOutcomes: readonly TaskRecord['outcome'][] = ['DONE', 'NOTHING_FOUND'];
const unfinishedTasks = tasks.only((of) => of('outcome', 'not in', doneOutcomes));

/** The work of one service in one phase. */
export type TaskRecord = RowOf<typeof tasks>;
export type ErasurePhase = TaskRecord['phase'];

export const isTaskDone = ({ outcome }: Pick<TaskRecord, 'outcome'>): boolean =>
  doneOutcomes.includes(outcome);

/** Lists the work of every service by phase. */
export const listTasks = (tx: Tx, requestId: string): Promise<TaskRecord[]> =>
  tx.rows(
    tasks
      .select(tx)
      .where('requestId', '=', requestId)
      .orderBy(sql`array_position(ARRAY['deactivate', 'erase', 'reactivate'], phase)`)
      .orderBy('peer'),
  );

/** Adds the services of a phase; keeps existing tasks. */
export const insertTasks = (
  tx: Tx,
  requestId: string,
  phase: ErasurePhase,
  peers: readonly string[],
): Promise<number> =>
  tasks.insertIfAbsent(
    tx,
    peers.map((peer) => ({ requestId, phase, peer })),
  );

/** Records the result of an attempt, unless the task is done. */
export const updateTask = (
  tx: Tx,
  requestId: string,
  {
    phase,
    peer,
    ...result
  }: Pick<TaskRecord, 'phase' | 'peer' | 'outcome' | 'lastError' | 'items'>,
): Promise<number> =>
  unfinishedTasks.update(tx, { requestId, phase, peer }, (of) => ({
    ...result,
    attempts: of('attempts', '+', 1),
    completedAt: isTaskDone(result) ? clockTime : null,
  }));
