import type { TupleChangeResource } from '@platform/contracts';
import type { Cursors, Page, Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { transactionTimeMs, listChanges } from './change-store.ts';
import type { ChangeRow, FeedPosition } from './change-store.ts';
import { storeKeyOf } from '../store/store-key.ts';
import { refuseNoType } from './tuple-filter-input.ts';
import { tupleOf, tupleResource } from './tuple-record.ts';

const changeResource = (row: ChangeRow): TupleChangeResource => ({
  revision: row.revision,
  sequence: row.sequence,
  operation: row.operation,
  tuple: tupleResource(tupleOf(row)),
  at: row.at.toISOString(),
  actor: row.actor,
});

function positionIn(
  cursors: Cursors,
  bound: Parameters<Cursors['decode']>[0],
  cursor: string | undefined,
): FeedPosition | undefined {
  if (cursor === undefined) return undefined;
  const [revision, sequence, at] = cursors.decode(bound, cursor) as [number, number, number];
  return { revision, sequence, at };
}

/** Which changes: those of a type of object, behind a cursor. */
export interface ChangeQuery {
  objectType?: string | undefined;
  cursor?: string | undefined;
  /** Without a cursor: leaves out earlier changes. */
  since?: Date | undefined;
  limit: number;
}

/** A page of the feed. It always has a cursor; one that is older than the retention is 410. */
export function changeFeed({ cursors, retentionMs }: { cursors: Cursors; retentionMs: number }) {
  return async (
    tx: Tx,
    { objectType, cursor, since, limit }: ChangeQuery,
  ): Promise<Page<TupleChangeResource>> => {
    refuseNoType({ objectType });
    const bound = {
      tenantId: storeKeyOf(tx.context),
      list: 'tuple changes',
      filters: { objectType: objectType ?? null },
    };
    const after = positionIn(cursors, bound, cursor);
    const now = await transactionTimeMs(tx);
    if (after && after.at < now - retentionMs)
      throw problem('cursor_expired', {
        detail:
          'The changes after this cursor have expired; read the tuples, then start without a cursor',
      });
    const rows = await listChanges(tx, {
      after,
      since: new Date(Math.max(now - retentionMs, after ? 0 : (since?.getTime() ?? 0))),
      objectType,
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    const last = page.at(-1);
    // A caller that has read every change is up to date now.
    const position: FeedPosition = {
      revision: last?.revision ?? after?.revision ?? 0,
      sequence: last?.sequence ?? after?.sequence ?? 0,
      at: hasMore && last ? last.at.getTime() : now,
    };
    return {
      data: page.map(changeResource),
      nextCursor: cursors.encode(bound, [position.revision, position.sequence, position.at]),
      hasMore,
    };
  };
}
