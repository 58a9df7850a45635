import type { WorkerTx } from '../database/database.ts';
import { leasedRows } from '../leases/leases.ts';
import type { Claim } from './fence.ts';
import type { StreamPosition } from './message.ts';

/** Names a partition of a consumer. */
export type PartitionName = Omit<Claim, 'epoch'>;

/** The database's state of a partition. */
export interface PartitionState extends PartitionName {
  holder: string | null;
  isHeld: boolean;
}

/** A taken partition, with the position up to which it is applied. */
export interface Taken extends Claim {
  place?: StreamPosition;
}

const positions = leasedRows({
  table: 'stream_position',
  key: { consumer: 'consumer', partition: 'partition' },
  until: 'held_until',
  ended: "'-infinity'",
});

const columnsOf = (names: readonly PartitionName[]): [string[], string[]] => [
  names.map((name) => name.consumer),
  names.map((name) => name.partition),
];

/** Inserts rows for new partitions. */
export const insertPartitions = (tx: WorkerTx, names: readonly PartitionName[]): Promise<number> =>
  tx.execute(
    `INSERT INTO stream_position (consumer, partition) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING`,
    columnsOf(names),
  );

/** Records that a pod can hold partitions of these consumers. */
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

/** Deletes a pod that leaves, and any not seen for an hour. */
export const deleteHolder = (
  tx: WorkerTx,
  holder: string,
  consumers: readonly string[],
): Promise<number> =>
  tx.execute(
    `DELETE FROM stream_holder WHERE (holder = $1 AND consumer = ANY ($2::text[])) OR seen_until < now() - interval '1 hour'`,
    [holder, consumers],
  );

/** Counts the pods that can hold partitions, per consumer. */
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

/** Lists all partitions of these consumers. */
export const listPartitions = (
  tx: WorkerTx,
  consumers: readonly string[],
): Promise<PartitionState[]> =>
  tx.prepared<PartitionState>(
    'stream_position_list',
    `SELECT consumer, partition, holder, held_until > now() AS is_held FROM stream_position WHERE consumer = ANY ($1::text[]) ORDER BY consumer, partition`,
    [consumers],
  );

/** Saves the positions of partitions that are still held under their epochs. */
export const advancePositions = (tx: WorkerTx, held: readonly Taken[]): Promise<unknown> =>
  tx.prepared(
    'stream_position_advance',
    `UPDATE stream_position p SET stream_seq = h.seq, stored_at = to_timestamp(h.stored_at / 1000)
     FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::float8[]) AS h (consumer, partition, epoch, seq, stored_at)
     WHERE p.consumer = h.consumer AND p.partition = h.partition AND p.epoch = h.epoch AND h.seq IS NOT NULL
       AND (p.stream_seq IS DISTINCT FROM h.seq OR p.stored_at IS DISTINCT FROM to_timestamp(h.stored_at / 1000))`,
    [
      ...columnsOf(held),
      held.map(({ epoch }) => epoch),
      held.map(({ place }) => place?.seq ?? null),
      held.map(({ place }) => place?.storedAt ?? null),
    ],
  );

/** Saves the positions of partitions and renews their leases. Returns those that are still held. */
export async function renewPartitions<H extends Taken>(
  tx: WorkerTx,
  held: readonly H[],
  leaseMs: number,
): Promise<ReadonlyMap<H, object>> {
  const [, kept] = await Promise.all([
    advancePositions(tx, held),
    positions.renew(tx, held, () => leaseMs),
  ]);
  return kept;
}

/** Saves the positions of partitions and releases them to other pods. */
export const releasePositions = (tx: WorkerTx, held: readonly Taken[]): Promise<unknown> =>
  Promise.all([
    advancePositions(tx, held),
    positions.release(
      tx,
      held.map((one) => ({ held: one, pauseMs: 0 })),
    ),
  ]);

const claimText = positions.claim({
  due: `WITH due AS (
    SELECT p.consumer, p.partition FROM stream_position p JOIN unnest($1::text[], $2::text[]) AS wanted (consumer, partition) USING (consumer, partition)
    WHERE ${positions.isFree('p')} OR ($5 AND p.holder = $3) FOR UPDATE OF p SKIP LOCKED)`,
  seconds: '$4',
  set: 'holder = $3',
  returning:
    'leased.stream_seq AS seq, (extract(epoch FROM leased.stored_at) * 1000)::float8 AS stored_at',
});

/**
 * Takes partitions whose lease has expired, or (`own`) that a process of the same name held before.
 * Skips a partition while a transaction of its last holder is running.
 */
export async function takePartitions(
  tx: WorkerTx,
  names: readonly PartitionName[],
  { holder, leaseMs, own }: { holder: string; leaseMs: number; own: boolean },
): Promise<Taken[]> {
  const rows = await tx.rows<Claim & { seq: number | null; storedAt: number | null }>(claimText, [
    ...columnsOf(names),
    holder,
    leaseMs / 1000,
    own,
  ]);
  return rows.map(({ seq, storedAt, ...claim }) => ({
    ...claim,
    place: seq === null ? undefined : { seq, storedAt: storedAt ?? undefined },
  }));
}
