import type { Tx } from '@platform/kit/database';
import type { ErasurePhase, TaskRecord } from './erasure-record.ts';

const columns = `phase, peer, outcome, attempts, last_error, items, completed_at`;

/** What every service did, phase by phase. */
export const listTasks = (tx: Tx, requestId: string): Promise<TaskRecord[]> =>
  tx.rows(
    `SELECT ${columns} FROM erasure_tasks WHERE tenant_id = $1 AND request_id = $2
     ORDER BY array_position(ARRAY['deactivate', 'erase', 'reactivate'], phase), peer`,
    [tx.context.tenantId, requestId],
  );

/** The services that are to be asked in a phase; those that are known stay as they are. */
export const insertTasks = (
  tx: Tx,
  requestId: string,
  phase: ErasurePhase,
  peers: readonly string[],
): Promise<number> =>
  tx.execute(
    `INSERT INTO erasure_tasks (tenant_id, request_id, phase, peer) SELECT $1, $2, $3, unnest($4::text[]) ON CONFLICT DO NOTHING`,
    [tx.context.tenantId, requestId, phase, peers],
  );

/** Writes what came of an attempt, unless the service was done before. */
export const updateTask = (
  tx: Tx,
  requestId: string,
  task: Pick<TaskRecord, 'phase' | 'peer' | 'outcome' | 'lastError' | 'items'>,
): Promise<number> =>
  tx.execute(
    `UPDATE erasure_tasks SET outcome = $5, last_error = $6, items = $7, attempts = attempts + 1,
       completed_at = CASE WHEN $5 IN ('DONE', 'NOTHING_FOUND') THEN clock_timestamp() END
     WHERE tenant_id = $1 AND request_id = $2 AND phase = $3 AND peer = $4 AND outcome NOT IN ('DONE', 'NOTHING_FOUND')`,
    [
      tx.context.tenantId,
      requestId,
      task.phase,
      task.peer,
      task.outcome,
      task.lastError,
      JSON.stringify(task.items),
    ],
  );
