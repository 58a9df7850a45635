import { isId } from '@platform/contracts';
import { given } from '@platform/kit/database';
import type { Cursors, Tx } from '@platform/kit/database';
import { found } from '@platform/kit/problem';
import { clockTime } from '../database-clock.ts';
import type { SubjectHash } from '../subject-hash.ts';

interface SubjectRequest {
  id: string;
  subjectHash: string;
  state: string;
}

/** The statements of a declared table that both kinds of requests use. */
interface RequestTable<Row extends SubjectRequest> {
  find(tx: Tx, where: { id: string }): Promise<Row | undefined>;
  lock(tx: Tx, where: { id: string }): Promise<Row | undefined>;
  page(
    tx: Tx,
    options: {
      where: { subjectHash?: string; state?: Row['state'] };
      by: 'id';
      behind: string | undefined;
      limit: number;
    },
  ): Promise<Row[]>;
  updateReturning(tx: Tx, where: { id: string }, change: object): Promise<Row | undefined>;
}

export interface RequestFilter<State> {
  subjectHash?: string | undefined;
  state?: State | undefined;
  before?: string | undefined;
  limit: number;
}

/** Returns the reads and changes that access and erasure requests share. */
export function requestTable<Row extends SubjectRequest>(
  kind: 'accessRequest' | 'erasureRequest',
  table: RequestTable<Row>,
) {
  const lock = (tx: Tx, id: string): Promise<Row | undefined> => table.lock(tx, { id });
  return {
    /** @throws 404 if the tenant has no such request */
    existing: async (tx: Tx, id: string): Promise<Row> =>
      found(isId(kind, id) ? await table.find(tx, { id }) : undefined),
    lock,
    /** @throws 404 if the tenant has no such request */
    locked: async (tx: Tx, id: string): Promise<Row> =>
      found(isId(kind, id) ? await lock(tx, id) : undefined),
    /** Newest first. */
    list: (
      tx: Tx,
      { subjectHash, state, before, limit }: RequestFilter<Row['state']>,
    ): Promise<Row[]> =>
      table.page(tx, { where: given({ subjectHash, state }), by: 'id', behind: before, limit }),
    /** Changes a locked request. */
    change: async (tx: Tx, { id }: Pick<Row, 'id'>, change: Partial<Row>): Promise<Row> =>
      (await table.updateReturning(tx, { id }, { ...change, updatedAt: clockTime }))!,
  };
}

/**
 * Returns the filter of a list of requests, and the parameters that bind its cursor. Finds a user
 * by the hash, which outlives the id.
 */
export function requestFilter<State>(
  tenantId: string,
  list: string,
  query: { limit: number; cursor?: string; userId?: string; state?: State },
  { cursors, subjectHash }: { cursors: Cursors; subjectHash: SubjectHash },
) {
  const { limit, cursor, userId, state } = query;
  const bound = { tenantId, list, filters: [userId, state] };
  const [before] = cursor === undefined ? [] : (cursors.decode(bound, cursor) as string[]);
  const hash = userId === undefined ? undefined : subjectHash(tenantId, userId);
  return { bound, filter: { subjectHash: hash, state, before, limit: limit + 1 } };
}
