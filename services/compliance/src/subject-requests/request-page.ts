import type { Cursors, Page, Tx } from '@platform/kit/database';
import type { SubjectHash } from '../subject-hash.ts';
import type { RequestFilter } from './request-table.ts';

interface RequestQuery<State> {
  limit: number;
  cursor?: string;
  userId?: string;
  state?: State;
}

/** A page of requests, newest first, of all people or of one. A user is found by the hash, which outlives the id. */
export async function requestPage<State, Row extends { id: string }, Shown>(
  { tx, query: { limit, cursor, userId, state } }: { tx: Tx; query: RequestQuery<State> },
  {
    name,
    cursors,
    subjectHash,
    list,
    presenter,
  }: {
    name: string;
    cursors: Cursors;
    subjectHash: SubjectHash;
    list: (tx: Tx, filter: RequestFilter<State>) => Promise<Row[]>;
    /** Reads what showing these rows needs, and returns how to show one. */
    presenter: (rows: readonly Row[]) => Promise<(row: Row) => Shown>;
  },
): Promise<Page<Shown>> {
  const { tenantId } = tx.context;
  const bound = { tenantId, list: name, filters: [userId, state] };
  const [before] = cursor === undefined ? [] : (cursors.decode(bound, cursor) as string[]);
  const rows = await list(tx, {
    subjectHash: userId === undefined ? undefined : subjectHash(tenantId, userId),
    state,
    before,
    limit: limit + 1,
  });
  const present = await presenter(rows);
  return cursors.page(bound, rows, limit, { position: ({ id }) => [id], present });
}
