import { isId } from '@platform/contracts';
import { given } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { found } from '@platform/kit/problem';
import { clockTime } from '../database-clock.ts';

interface SubjectRequest {
  id: string;
  subjectHash: string;
  state: string;
}

/** The statements of a declared table that requests share. */
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

/** Restricts a list of requests, and bounds it. */
export interface RequestFilter<State> {
  subjectHash?: string;
  state?: State;
  before?: string;
  limit: number;
}

/** The reads and changes that access and erasure requests have in common. */
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
