import { deleteOlder } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import type { LoginState } from '@platform/login-flow';

/** A login as it is stored. */
export interface LoginSessionRow {
  version: number;
  flowVersion: number;
  activationSequence: number;
  state: LoginState;
  progressSealed: string;
  expiresAt: Date;
}

const columns = 'version, flow_version, activation_sequence, state, progress_sealed, expires_at';

export const findLoginSession = async (tx: Tx, uid: string): Promise<LoginSessionRow | undefined> =>
  (
    await tx.prepared<LoginSessionRow>(
      'login_session_find',
      `SELECT ${columns} FROM login_session WHERE tenant_id = $1 AND uid = $2`,
      [tx.context.tenantId, uid],
    )
  )[0];

/** As {@link findLoginSession}, in one round trip. */
export const callFindLoginSession = async (
  db: Pick<Database, 'call'>,
  tenantId: string,
  uid: string,
): Promise<LoginSessionRow | undefined> =>
  (await db.call<LoginSessionRow>({ tenantId }, 'find_login_session', [uid]))[0];

/** False when another tab has begun it. */
export const insertLoginSession = async (
  tx: Tx,
  uid: string,
  row: Omit<LoginSessionRow, 'version'>,
): Promise<boolean> =>
  (await tx.execute(
    `INSERT INTO login_session (tenant_id, uid, version, flow_version, activation_sequence, state, progress_sealed, expires_at)
     VALUES ($1, $2, 1, $3, $4, $5, $6, $7) ON CONFLICT ON CONSTRAINT login_session__uid_key DO NOTHING`,
    [
      tx.context.tenantId,
      uid,
      row.flowVersion,
      row.activationSequence,
      row.state,
      row.progressSealed,
      row.expiresAt,
    ],
  )) === 1;

/** False when another tab has moved it on. */
export const updateLoginSession = async (
  tx: Tx,
  uid: string,
  version: number,
  { state, progressSealed }: Pick<LoginSessionRow, 'state' | 'progressSealed'>,
): Promise<boolean> =>
  (await tx.execute(
    `UPDATE login_session SET state = $4, progress_sealed = $5, version = version + 1
     WHERE tenant_id = $1 AND uid = $2 AND version = $3`,
    [tx.context.tenantId, uid, version, state, progressSealed],
  )) === 1;

export const deleteLoginSession = (tx: Tx, uid: string): Promise<number> =>
  tx.execute('DELETE FROM login_session WHERE tenant_id = $1 AND uid = $2', [
    tx.context.tenantId,
    uid,
  ]);

export const sweepLoginSessions = (db: Pick<Database, 'work'>): Promise<number> =>
  deleteOlder(db, { table: 'login_session', column: 'expires_at', life: '0' });
