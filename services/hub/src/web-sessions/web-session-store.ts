import { createHash } from 'node:crypto';
import { deleteOlder, fromNow, now, sql } from '@platform/kit/database';
import type { Database, RowOf, Tx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';

const all = hub.table('webSession');
const sessions = all.only((of) => of('idleEndsAt', '>', now));

/** A session that has not ended. */
export type WebSessionRecord = RowOf<typeof sessions>;

/** Identifies the session of an application. */
export type WebSessionKey = Pick<WebSessionRecord, 'app' | 'idHash'>;

/** The hash that a session is stored under. */
export const sessionHash = (sessionId: string): Buffer =>
  createHash('sha256').update(sessionId).digest();

export const insertWebSession = (
  tx: Tx,
  {
    idleSeconds,
    absoluteSeconds,
    ...session
  }: WebSessionKey &
    Pick<WebSessionRecord, 'userId' | 'sid' | 'tokensSealed'> & {
      idleSeconds: number;
      absoluteSeconds: number;
    },
): Promise<number> =>
  all.insert(tx, {
    ...session,
    idleEndsAt: fromNow(1_000 * idleSeconds),
    endsAt: fromNow(1_000 * absoluteSeconds),
  });

export const findWebSession = (tx: Tx, key: WebSessionKey): Promise<WebSessionRecord | undefined> =>
  sessions.find(tx, { ...key });

/** Finds a session that the user is using, and defers its end. */
export const touchWebSession = (
  tx: Tx,
  key: WebSessionKey,
  idleSeconds: number,
): Promise<WebSessionRecord | undefined> =>
  sessions.updateReturning(
    tx,
    { ...key },
    {
      usedAt: now,
      idleEndsAt: sql<Date>`least(ends_at, ${fromNow(1_000 * idleSeconds)})`,
    },
  );

/** Replaces the tokens of a session. Returns 0 if it ended in the meantime. */
export const updateWebSessionTokens = (
  tx: Tx,
  { idHash }: Pick<WebSessionKey, 'idHash'>,
  tokensSealed: string,
): Promise<number> => sessions.update(tx, { idHash }, { tokensSealed });

export const deleteWebSession = (
  tx: Tx,
  { idHash }: Pick<WebSessionKey, 'idHash'>,
): Promise<number> => all.delete(tx, { idHash });

/** Deletes the sessions of all applications that belong to one session at the issuer. */
export const deleteWebSessionsOfSid = (tx: Tx, sid: string): Promise<number> =>
  all.delete(tx, { sid });

export const deleteWebSessionsOfUser = (tx: Tx, userId: string): Promise<number> =>
  all.delete(tx, { userId });

/** The sessions of a user, newest first. */
export const listWebSessionsOfUser = (tx: Tx, userId: string, limit: number) =>
  sessions
    .pick('app', 'createdAt', 'usedAt', 'endsAt')
    .list(tx, { where: { userId }, orderBy: 'createdAt desc', limit });

/** When the web applications of a user were last used, by the session at the issuer. */
export const webSessionUses = async (
  tx: Tx,
  userId: string,
): Promise<ReadonlyMap<string, Date>> => {
  const uses = new Map<string, Date>();
  const rows = await sessions
    .pick('sid', 'usedAt')
    .list(tx, { where: { userId }, orderBy: 'usedAt', limit: 1_000 });
  for (const { sid, usedAt } of rows) uses.set(sid, usedAt);
  return uses;
};

/** Deletes sessions that have ended. */
export const sweepWebSessions = (db: Pick<Database, 'work'>): Promise<number> =>
  deleteOlder(db, { table: 'web_session', column: 'idle_ends_at', life: '0' });
