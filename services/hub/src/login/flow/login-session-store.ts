import { deleteOlder } from '@platform/kit/database';
import type { Database, RowOf, Tx } from '@platform/kit/database';
import type { LoginState } from '@platform/login-flow';
import { hub } from '../../generated/tables.ts';

const sessions = hub.table('loginSession').narrow<{ state: LoginState }>().omit('uid', 'createdAt');

export type LoginSessionRecord = RowOf<typeof sessions>;

const columns = 'version, flow_version, activation_sequence, state, progress_sealed, expires_at';

export const findLoginSession = async (
  tx: Tx,
  uid: string,
): Promise<LoginSessionRecord | undefined> =>
  (
    await tx.prepared<LoginSessionRecord>(
      'login_session_find',
      `SELECT ${columns} FROM login_session WHERE tenant_id = $1 AND uid = $2`,
      [tx.context.tenantId, uid],
    )
  )[0];

/** {@link findLoginSession} in a single round trip, without a transaction. */
export const callFindLoginSession = async (
  db: Pick<Database, 'call'>,
  tenantId: string,
  uid: string,
): Promise<LoginSessionRecord | undefined> =>
  (await db.call<LoginSessionRecord>({ tenantId }, 'find_login_session', [uid]))[0];

/** False if another tab has started the login. */
export const insertLoginSession = async (
  tx: Tx,
  uid: string,
  session: Omit<LoginSessionRecord, 'version'>,
): Promise<boolean> => (await sessions.insertIfAbsent(tx, { uid, version: 1, ...session })) === 1;

/** False if another tab has changed the login. */
export const updateLoginSession = async (
  tx: Tx,
  uid: string,
  version: number,
  change: Pick<LoginSessionRecord, 'state' | 'progressSealed'>,
): Promise<boolean> =>
  (await sessions.update(tx, { uid, version }, (of) => ({
    ...change,
    version: of('version', '+', 1),
  }))) === 1;

export const deleteLoginSession = (tx: Tx, uid: string): Promise<number> =>
  sessions.delete(tx, { uid });

export const sweepLoginSessions = (db: Pick<Database, 'work'>): Promise<number> =>
  deleteOlder(db, { table: 'login_session', column: 'expires_at', life: '0' });
