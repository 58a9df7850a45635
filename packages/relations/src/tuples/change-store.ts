import type { Actor } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { RelationsTables } from '../generated/tables.ts';
import type { TupleRow } from './tuple-store.ts';
import { maxChangesPerRow } from './tuple-store.ts';

export interface ChangeRow
  extends
    Omit<TupleRow, 'createdAt'>,
    Pick<RelationsTables['fgaChanges'], 'revision' | 'sequence' | 'at' | 'operation'> {
  actor: Actor;
}

/** A position in the feed. `at` is a time in milliseconds; every change behind the position was written later. */
export interface FeedPosition {
  revision: number;
  sequence: number;
  at: number;
}

// A row contains consecutive changes, and the number of the last one (ADR 32).
const changesSql = `
WITH feed_rows AS (
  SELECT c.*, c.sequence - cardinality(c.object_ids) AS earlier, sum(cardinality(c.object_ids)) OVER (ORDER BY c.revision, c.sequence) - cardinality(c.object_ids) AS ahead
  FROM (SELECT * FROM fga_changes
        WHERE tenant_id = $1 AND (revision, sequence) > ($2, $3) AND at >= $4 AND ($5::text IS NULL OR object_type = $5)
        ORDER BY revision, sequence LIMIT $6) c)
SELECT c.revision, (c.earlier + x.n)::int AS sequence, c.at, c.operation, c.actor, c.object_type, x.object_id, x.relation,
  x.subject_type, x.subject_id, x.subject_relation,
  x.condition_name, x.condition_context, x.expires_at
FROM feed_rows c, unnest(c.object_ids, c.relations, c.subject_types, c.subject_ids, c.subject_relations, c.condition_names, c.condition_contexts, c.expiries)
  WITH ORDINALITY AS x(object_id, relation, subject_type, subject_id, subject_relation, condition_name, condition_context, expires_at, n)
WHERE c.ahead < $6 + ${maxChangesPerRow} AND (c.revision, c.earlier + x.n) > ($2, $3)
ORDER BY c.revision, c.earlier + x.n LIMIT $6`;

/** Changes behind a position, oldest first, and not older than `since`. */
export const listChanges = (
  tx: Tx,
  {
    after,
    since,
    objectType,
    limit,
  }: {
    after: FeedPosition | undefined;
    since: Date;
    objectType: string | undefined;
    limit: number;
  },
): Promise<ChangeRow[]> =>
  tx.rows<ChangeRow>(changesSql, [
    tx.context.tenantId,
    after?.revision ?? -1,
    after?.sequence ?? 0,
    since,
    objectType ?? null,
    limit,
  ]);

/** The database's clock, in milliseconds since the epoch. */
export const transactionTimeMs = async (tx: Tx): Promise<number> =>
  ((await tx.row<{ at: Date }>('SELECT now() AS at')) as { at: Date }).at.getTime();
