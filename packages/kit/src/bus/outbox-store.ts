import { arrayLiteral } from '../database/array-literal.ts';
import type { WorkerTx } from '../database/database.ts';
import { outboxShards } from '../database/outbox.ts';

/** A row of the outbox that is not published yet. */
export interface PendingRow {
  tenantId: string;
  createdAt: string;
  position: number;
  orderingKey: string;
  eventId: string;
  subject: string;
  envelope: string;
}

/** A row that the bus acknowledged, with its number in the stream; null for entries of a bucket. */
export interface PublishedRow {
  row: PendingRow;
  streamSeq: number | null;
}

/** What goes out in its order: the events of a tenant, its audit records, a KV entry. */
export const chainOf = ({ tenantId, subject }: PendingRow): string =>
  `${tenantId} ${subject.split('.', 1)[0]}`;
const chainColumn = `tenant_id || ' ' || split_part(subject, '.', 1)`;

/** The shards with pending rows, and the age in seconds of the first of each: one step in the index for each, however many rows. */
export const findPendingShards = (tx: WorkerTx): Promise<{ shard: number; age: number }[]> =>
  tx.rows(
    `SELECT s.shard, extract(epoch FROM now() - first.created_at)::float8 AS age FROM generate_series(0, $1::integer - 1) AS s (shard)
     CROSS JOIN LATERAL (
       SELECT created_at FROM outbox o WHERE o.shard = s.shard AND o.published_at IS NULL ORDER BY o.position LIMIT 1) AS first`,
    [outboxShards],
  );

/** The first pending rows of a shard, without those of some chains. */
export const findPendingRows = (
  tx: WorkerTx,
  shard: number,
  { limit, skippedChains }: { limit: number; skippedChains: readonly string[] },
): Promise<PendingRow[]> =>
  tx.rows<PendingRow>(
    `SELECT tenant_id, created_at::text, position, ordering_key, event_id, subject, envelope::text
           FROM outbox WHERE shard = $1 AND published_at IS NULL AND ${chainColumn} <> ALL ($3::text[]) ORDER BY position LIMIT $2`,
    [shard, limit, skippedChains],
  );

/** Records that rows are published. Returns how many. */
export const markPublished = (tx: WorkerTx, published: readonly PublishedRow[]): Promise<number> =>
  tx.execute(
    `UPDATE outbox o SET published_at = now(), stream_seq = d.seq
     FROM unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::bigint[]) AS d (tenant_id, created_at, position, seq)
     WHERE o.tenant_id = d.tenant_id AND o.created_at = d.created_at AND o.position = d.position`,
    [
      arrayLiteral(published.map((one) => one.row.tenantId)),
      arrayLiteral(published.map((one) => one.row.createdAt)),
      arrayLiteral(published.map((one) => one.row.position)),
      arrayLiteral(published.map((one) => one.streamSeq)),
    ],
  );
