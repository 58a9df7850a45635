import { arrayLiteral } from '../database/array-literal.ts';
import type { WorkerTx } from '../database/database.ts';
import { outboxShards } from '../database/outbox.ts';
import type { PendingRow } from './pending-row.ts';
import type { SpanProgress } from './span-progress.ts';

// Prepared: PostgreSQL takes longer to plan each of these than to run it for a whole batch.

/** Not LATERAL over a list of shards: Citus does not distribute its LIMIT. */
const pendingShardsText = Array.from(
  { length: outboxShards },
  (_, shard) =>
    `(SELECT shard, extract(epoch FROM now() - created_at)::float8 AS age FROM outbox_pending WHERE shard = ${shard} ORDER BY position LIMIT 1)`,
).join(' UNION ALL ');

/**
 * Finds the shards with pending rows, and the age of each shard's first row in seconds. One index
 * lookup per shard, however many rows.
 */
export const findPendingShards = (tx: WorkerTx): Promise<{ shard: number; age: number }[]> =>
  tx.prepared('outbox_pending_shards', pendingShardsText, []);

/** Finds the first pending rows of a shard, except those of the skipped chains. */
export const findPendingRows = (
  tx: WorkerTx,
  shard: number,
  { limit, skippedChains }: { limit: number; skippedChains: readonly string[] },
): Promise<PendingRow[]> =>
  tx.prepared<PendingRow>(
    'outbox_pending_rows',
    `SELECT o.tenant_id, o.position, o.ordering_key, o.event_id, o.subject, o.envelope::text,
       p.position AS span, p.last_position AS span_end
     FROM outbox_pending p CROSS JOIN LATERAL (
       SELECT * FROM outbox o WHERE o.tenant_id = p.tenant_id AND o.created_at = p.created_at
         AND o.position > p.published_until AND o.position <= p.last_position AND split_part(o.subject, '.', 1) = p.chain
       ORDER BY o.position LIMIT $2) AS o
     WHERE p.shard = $1 AND p.tenant_id || ' ' || p.chain <> ALL ($3::text[])
     ORDER BY p.position, o.position LIMIT $2`,
    [shard, limit, skippedChains],
  );

const keysOf = (spans: readonly SpanProgress[]): [string, string] => [
  arrayLiteral(spans.map((span) => span.tenantId)),
  arrayLiteral(spans.map((span) => span.position)),
];

/** Deletes spans that are published completely. */
export const deleteSpans = (tx: WorkerTx, spans: readonly SpanProgress[]): Promise<unknown> =>
  tx.prepared(
    'outbox_delete_spans',
    `DELETE FROM outbox_pending p USING unnest($1::text[], $2::bigint[]) AS d (tenant_id, position)
     WHERE p.tenant_id = d.tenant_id AND p.position = d.position`,
    keysOf(spans),
  );

/** Records how far spans are published. */
export const advanceSpans = (tx: WorkerTx, spans: readonly SpanProgress[]): Promise<unknown> =>
  tx.prepared(
    'outbox_advance_spans',
    `UPDATE outbox_pending p SET published_until = d.until FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS d (tenant_id, position, until)
     WHERE p.tenant_id = d.tenant_id AND p.position = d.position`,
    [...keysOf(spans), arrayLiteral(spans.map((span) => span.until))],
  );

/**
 * Records what one stream has acknowledged: parts of pending spans, under the highest of their
 * sequence numbers.
 */
export const insertPublished = (
  tx: WorkerTx,
  { streamSeq, eventId }: { streamSeq: number; eventId: string },
  spans: readonly SpanProgress[],
): Promise<unknown> =>
  tx.prepared(
    'outbox_insert_published',
    `INSERT INTO outbox_published (chain, shard, stream_seq, event_id, tenant_ids, positions, published_after, published_until, created_at)
     SELECT p.chain, p.shard, $4, $5, array_agg(p.tenant_id), array_agg(p.position), array_agg(p.published_until), array_agg(d.until), array_agg(p.created_at)
     FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS d (tenant_id, position, until)
     JOIN outbox_pending p ON p.tenant_id = d.tenant_id AND p.position = d.position GROUP BY p.chain, p.shard`,
    [...keysOf(spans), arrayLiteral(spans.map((span) => span.until)), streamSeq, eventId],
  );
