import { isId } from '@platform/contracts';
import type {
  Actor,
  CreateUserExportRequest,
  UserExport,
  UserExportPart,
} from '@platform/contracts';
import { fromNow, now, sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { found } from '@platform/kit/problem';
import { directory } from '../generated/tables.ts';

// An export expires on time, even before a sweep marks it.
const state = sql<
  UserExport['state']
>`CASE WHEN state = 'COMPLETED' AND expires_at <= now() THEN 'EXPIRED' ELSE state END`;
const exports = directory
  .table('userExports')
  .narrow<{
    request: CreateUserExportRequest;
    requestedBy: Actor;
    error: UserExport['error'];
  }>()
  .compute(() => ({ state }));
const openExports = exports.only({ state: ['PENDING', 'RUNNING'] });
const runningExports = exports.only({ state: 'RUNNING' });
const endableExports = exports.only({ state: ['PENDING', 'RUNNING', 'COMPLETED'] });
const parts = directory.table('userExportParts');
const partsOfOne = parts.omit('exportId');

export type UserExportRecord = RowOf<typeof exports>;

export const countOpenUserExports = (tx: Tx): Promise<number> => openExports.count(tx);

export const insertUserExport = (
  tx: Tx,
  added: Pick<UserExportRecord, 'id' | 'request' | 'requestedBy' | 'location' | 'total'>,
): Promise<UserExportRecord> => exports.insertReturning(tx, added);

export const findUserExport = (tx: Tx, id: string): Promise<UserExportRecord | undefined> =>
  exports.find(tx, { id });

/** @throws 404 if the tenant has no such export */
export const existingUserExport = async (tx: Tx, id: string): Promise<UserExportRecord> =>
  found(isId('userExport', id) ? await findUserExport(tx, id) : undefined);

/** @throws 404 if the tenant has no such export */
export const lockedUserExport = async (tx: Tx, id: string): Promise<UserExportRecord> =>
  found(isId('userExport', id) ? await exports.lock(tx, { id }) : undefined);

/** Newest first; ids sort by creation time. */
export const listUserExports = (
  tx: Tx,
  behind: string | undefined,
  { limit, inState }: { limit: number; inState: UserExport['state'] | undefined },
): Promise<UserExportRecord[]> =>
  (inState === undefined ? exports : exports.only(() => sql<boolean>`${state} = ${inState}`)).page(
    tx,
    { by: 'id', behind, limit },
  );

/** Marks an open export as running; undefined if it was cancelled. */
export const startUserExport = (tx: Tx, id: string): Promise<UserExportRecord | undefined> =>
  openExports.updateReturning(tx, { id }, { state: 'RUNNING', updatedAt: now });

/** Records the position after a file of a running export; undefined if it was cancelled. */
export const advanceUserExport = (
  tx: Tx,
  id: string,
  { records, lastUserId }: { records: number; lastUserId: string | null },
): Promise<UserExportRecord | undefined> =>
  runningExports.updateReturning(tx, { id }, (of) => ({
    records: of('records', '+', records),
    lastUserId,
    updatedAt: now,
  }));

export const completeUserExport = (
  tx: Tx,
  id: string,
  retentionMs: number,
): Promise<UserExportRecord | undefined> =>
  runningExports.updateReturning(
    tx,
    { id },
    { state: 'COMPLETED', expiresAt: fromNow(retentionMs), updatedAt: now },
  );

/** Ends an export without a result. */
export const endUserExport = (
  tx: Tx,
  id: string,
  to: 'FAILED' | 'CANCELLED' | 'EXPIRED',
  error: UserExportRecord['error'] = null,
): Promise<UserExportRecord | undefined> =>
  endableExports.updateReturning(
    tx,
    { id },
    {
      state: to,
      error,
      expiresAt: to === 'EXPIRED' ? sql<Date>`least(expires_at, now())` : null,
      updatedAt: now,
    },
  );

export const insertUserExportPart = (
  tx: Tx,
  exportId: string,
  { part, name, records, bytes, sha256 }: UserExportPart,
): Promise<number> => parts.insert(tx, { exportId, part, name, records, bytes, sha256 });

/** Lists the files of these exports, in order. */
export async function listPartsOf(
  tx: Tx,
  exportIds: readonly string[],
): Promise<(exportId: string) => UserExportPart[]> {
  const rows = await parts.list(tx, { where: { exportId: exportIds }, orderBy: 'part' });
  return (id) =>
    rows.filter(({ exportId }) => exportId === id).map(({ exportId: _of, ...part }) => part);
}

export const countUserExportParts = (tx: Tx, exportId: string): Promise<number> =>
  parts.count(tx, { exportId });

export const findUserExportPart = (
  tx: Tx,
  exportId: string,
  part: number,
): Promise<UserExportPart | undefined> => partsOfOne.find(tx, { exportId, part });
