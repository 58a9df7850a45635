import type { Actor } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { TupleRow } from './tuple-store.ts';
import { tupleColumns } from './tuple-store.ts';

export interface ChangeRow extends Omit<TupleRow, 'createdAt'> { revision: number; sequence: number; at: Date; operation: 'write' | 'delete' | 'expire'; actor: Actor }

/** Where a reader of the feed stands. `at` is a time (milliseconds) before which nothing that it has yet to read was written. */
export interface FeedPosition { revision: number; sequence: number; at: number }

/** Changes behind a position, oldest first; `since` cuts off what is no longer promised. */
export const listChanges = (tx: Tx, { after, since, objectType, limit }: { after: FeedPosition | undefined; since: Date; objectType: string | undefined; limit: number }): Promise<ChangeRow[]> =>
  tx.rows<ChangeRow>(
    `SELECT c.revision, c.sequence, c.at, c.operation, c.actor, ${tupleColumns('c')} FROM fga_changes c
     WHERE c.tenant_id = $1 AND (c.revision, c.sequence) > ($2, $3) AND c.at >= $4 AND ($5::text IS NULL OR c.object_type = $5)
     ORDER BY c.revision, c.sequence LIMIT $6`,
    [tx.context.tenantId, after?.revision ?? -1, after?.sequence ?? 0, since, objectType ?? null, limit]);

/** The database's clock, in milliseconds since the epoch. */
export const databaseNow = async (tx: Tx): Promise<number> => ((await tx.row<{ at: Date }>('SELECT now() AS at')) as { at: Date }).at.getTime();
