import type { WorkerTx } from '../database/database.ts';
import type { Claim } from './fence.ts';
import type { Place } from './message.ts';

/** Name of a partition of a consumer. */
export type PartitionName = Omit<Claim, 'epoch'>;

/** A partition as the database knows it. */
export interface PartitionState extends PartitionName {
  holder: string | null;
  isHeld: boolean;
}

/** A partition that was taken, with the place it was applied up to. */
export interface Taken extends Claim {
  place?: Place;
}

const columnsOf = (names: readonly PartitionName[]): [string[], string[]] => [
  names.map((name) => name.consumer),
  names.map((name) => name.partition),
];

/** Makes rows for partitions that are new. */
export const insertPartitions = (tx: WorkerTx, names: readonly PartitionName[]): Promise<number> =>
  tx.execute(
    `INSERT INTO stream_position (consumer, partition) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING`,
    columnsOf(names),
  );

/** Says that a pod can hold partitions of these consumers. */
export const upsertHolder = (
  tx: WorkerTx,
  holder: string,
  consumers: readonly string[],
  leaseMs: number,
): Promise<unknown> =>
  tx.prepared(
    'stream_holder_upsert',
    `INSERT INTO stream_holder (consumer, holder, seen_until) SELECT consumer, $2, now() + $3 * interval '1 ms' FROM unnest($1::text[]) AS consumer ORDER BY 1
     ON CONFLICT (consumer, holder) DO UPDATE SET seen_until = excluded.seen_until`,
    [consumers, holder, leaseMs],
  );

/** Forgets a pod that leaves, and others that have not been seen for an hour. */
export const deleteHolder = (
  tx: WorkerTx,
  holder: string,
  consumers: readonly string[],
): Promise<number> =>
  tx.execute(
    `DELETE FROM stream_holder WHERE (holder = $1 AND consumer = ANY ($2::text[])) OR seen_until < now() - interval '1 hour'`,
    [holder, consumers],
  );

/** How many pods can hold partitions of each consumer. */
export async function countHolders(
  tx: WorkerTx,
  consumers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.prepared<{ consumer: string; n: number }>(
    'stream_holder_count',
    'SELECT consumer, count(*)::int AS n FROM stream_holder WHERE consumer = ANY ($1::text[]) AND seen_until > now() GROUP BY consumer',
    [consumers],
  );
  return new Map(rows.map(({ consumer, n }) => [consumer, n]));
}

/** All partitions of these consumers. */
export const listPartitions = (
  tx: WorkerTx,
  consumers: readonly string[],
): Promise<PartitionState[]> =>
  tx.prepared<PartitionState>(
    'stream_position_list',
    `SELECT consumer, partition, holder, held_until > now() AS is_held FROM stream_position WHERE consumer = ANY ($1::text[]) ORDER BY consumer, partition`,
    [consumers],
  );

/** Writes how far partitions were applied and renews, or ends, their leases. Returns those that are still ours. */
export const updateHeld = (
  tx: WorkerTx,
  held: readonly Taken[],
  leaseMs: number | undefined,
): Promise<Claim[]> =>
  tx.prepared<Claim>(
    'stream_position_renew',
    `UPDATE stream_position p SET stream_seq = coalesce(h.seq, p.stream_seq), stored_at = CASE WHEN h.seq IS NULL THEN p.stored_at ELSE to_timestamp(h.stored_at / 1000) END,
       held_until = CASE WHEN $6::float8 IS NULL THEN '-infinity' ELSE now() + $6 * interval '1 ms' END
     FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::float8[]) AS h (consumer, partition, epoch, seq, stored_at)
     WHERE p.consumer = h.consumer AND p.partition = h.partition AND p.epoch = h.epoch
     RETURNING p.consumer, p.partition, p.epoch`,
    [
      ...columnsOf(held),
      held.map(({ epoch }) => epoch),
      held.map(({ place }) => place?.seq ?? null),
      held.map(({ place }) => place?.storedAt ?? null),
      leaseMs ?? null,
    ],
  );

/**
 * Takes partitions whose lease is over, or that a process of the same name held before (`own`). Those in which a transaction of
 * the last holder is under way are passed over until it has ended.
 */
export async function takePartitions(
  tx: WorkerTx,
  names: readonly PartitionName[],
  { holder, leaseMs, own }: { holder: string; leaseMs: number; own: boolean },
): Promise<Taken[]> {
  const rows = await tx.rows<Claim & { seq: number | null; storedAt: number | null }>(
    `WITH free AS (
       SELECT p.consumer, p.partition FROM stream_position p JOIN unnest($1::text[], $2::text[]) AS wanted (consumer, partition) USING (consumer, partition)
       WHERE p.held_until <= now() OR ($5 AND p.holder = $3) FOR UPDATE OF p SKIP LOCKED)
     UPDATE stream_position p SET epoch = p.epoch + 1, holder = $3, held_until = now() + $4 * interval '1 ms'
     FROM free WHERE p.consumer = free.consumer AND p.partition = free.partition
     RETURNING p.consumer, p.partition, p.epoch, p.stream_seq AS seq, (extract(epoch FROM p.stored_at) * 1000)::float8 AS stored_at`,
    [...columnsOf(names), holder, leaseMs, own],
  );
  return rows.map(({ seq, storedAt, ...claim }) => ({
    ...claim,
    place: seq === null ? undefined : { seq, storedAt: storedAt ?? undefined },
  }));
}
