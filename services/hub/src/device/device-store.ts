import { createHash } from 'node:crypto';
import { deleteOlder } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import type { PollState } from './poll-pace.ts';

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Counts an attempt; a window that is over begins anew. One statement, so that no two attempts are counted as one. */
export const countCodeAttempt = async (
  tx: Tx,
  userCode: string,
  windowSeconds: number,
): Promise<{ attempts: number; windowEndsAt: Date }> => {
  const row = await tx.row<{ attempts: number; windowEndsAt: Date }>(
    `INSERT INTO activate_attempt AS a (tenant_id, code_hash, window_started_at, attempts) VALUES ($1, $2, now(), 1)
     ON CONFLICT ON CONSTRAINT activate_attempt__code_key DO UPDATE SET
       attempts = CASE WHEN a.window_started_at + make_interval(secs => $3) > now() THEN a.attempts + 1 ELSE 1 END,
       window_started_at = CASE WHEN a.window_started_at + make_interval(secs => $3) > now() THEN a.window_started_at ELSE now() END
     RETURNING attempts, window_started_at + make_interval(secs => $3) AS window_ends_at`,
    [tx.context.tenantId, hashOf(userCode), windowSeconds],
  );
  if (!row) throw new Error('the attempt was not counted');
  return row;
};

/** Attempts in the present window. */
export const findAttempts = (
  tx: Tx,
  key: string,
  windowSeconds: number,
): Promise<{ attempts: number; windowEndsAt: Date } | undefined> =>
  tx.row(
    `SELECT attempts, window_started_at + make_interval(secs => $3) AS window_ends_at FROM activate_attempt
     WHERE tenant_id = $1 AND code_hash = $2 AND window_started_at + make_interval(secs => $3) > now()`,
    [tx.context.tenantId, hashOf(key), windowSeconds],
  );

/** How a device has polled, locked until the transaction ends. */
export const lockPoll = async (tx: Tx, deviceCode: string): Promise<PollState | undefined> => {
  const row = await tx.row<{
    answeredAt: Date;
    intervalSeconds: number;
    slowedAt: Date | null;
  }>(
    'SELECT answered_at, interval_seconds, slowed_at FROM device_poll WHERE tenant_id = $1 AND code_hash = $2 FOR UPDATE',
    [tx.context.tenantId, hashOf(deviceCode)],
  );
  return (
    row && {
      answeredAt: row.answeredAt.getTime(),
      intervalSeconds: row.intervalSeconds,
      slowedAt: row.slowedAt?.getTime() ?? null,
    }
  );
};

export const upsertPoll = (tx: Tx, deviceCode: string, state: PollState): Promise<number> =>
  tx.execute(
    `INSERT INTO device_poll (tenant_id, code_hash, answered_at, interval_seconds, slowed_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT ON CONSTRAINT device_poll__code_key
     DO UPDATE SET answered_at = excluded.answered_at, interval_seconds = excluded.interval_seconds, slowed_at = excluded.slowed_at`,
    [
      tx.context.tenantId,
      hashOf(deviceCode),
      new Date(state.answeredAt),
      state.intervalSeconds,
      state.slowedAt === null ? null : new Date(state.slowedAt),
    ],
  );

export async function sweepDeviceState(
  db: Pick<Database, 'work'>,
  windowSeconds: number,
): Promise<void> {
  const life = `${windowSeconds} seconds`;
  await deleteOlder(db, { table: 'activate_attempt', column: 'window_started_at', life });
  await deleteOlder(db, { table: 'device_poll', column: 'answered_at', life: '2 hours' });
}
