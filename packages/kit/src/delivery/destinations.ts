import type { RawBuilder } from 'kysely';
import type { WorkerTx } from '../database/database.ts';
import { leasedRows } from '../leases/leases.ts';
import type { ReleasedLease } from '../leases/leases.ts';
import { priorityClasses } from './priority-class.ts';
import type { PriorityClass } from './priority-class.ts';
import type { SlotOwner } from './slots.ts';

/**
 * A destination that this pod holds. Transactions that write about it lock its row with the epoch.
 */
export interface HeldDestination extends SlotOwner {
  epoch: number;
  /** The last holder did not release it: attempts that it started may have been sent. */
  wasAbandoned: boolean;
}

/** Selects the due destinations that this pod can work on now. */
export interface DestinationClaim {
  wanted: readonly { priorityClass: PriorityClass; limit: number }[];
  /** Tenants without a free slot for a class: their destinations must not hide those of others. */
  full: readonly { priorityClass: PriorityClass; tenantId: string }[];
  /** Epoch milliseconds; default: the database's clock. */
  now: number | undefined;
  leaseMs: number;
}

/** The table with a row per destination, including the lease of its queue. */
export interface DestinationTable {
  table: string;
  /** Column that identifies a destination within its tenant. */
  id: string;
  /** Column with the time at which it is due. Null: never. */
  dueAt: string;
  /** SQL condition that is true for rows that are not paused. */
  mayRun: string;
  /** SQL expression of the priority class. */
  priorityClass: string;
}

/** The leases of destinations; each statement runs in a worker's transaction. */
export interface Destinations {
  /** True of leased rows: with the `epoch` of a lease, of the row that its holder still holds. */
  isLeased: RawBuilder<boolean>;
  /** Leases due destinations, up to a number per class. */
  claim: (tx: Pick<WorkerTx, 'prepared'>, claim: DestinationClaim) => Promise<HeldDestination[]>;
  /**
   * Milliseconds until the first of the destinations that have been due longest can be claimed: it
   * is due, and its lease has ended. Negative if that is the case already, undefined if there is none.
   */
  dueInMs: (
    tx: Pick<WorkerTx, 'prepared'>,
    claim: Pick<DestinationClaim, 'now'>,
  ) => Promise<number | undefined>;
  /** Renews leases. Returns the destinations that are still held. */
  renew: (
    tx: Pick<WorkerTx, 'prepared'>,
    held: readonly HeldDestination[],
    leaseMs: number,
  ) => Promise<ReadonlyMap<HeldDestination, unknown>>;
  /** Ends leases; see `leasedRows`. */
  release: (
    tx: Pick<WorkerTx, 'execute'>,
    given: readonly ReleasedLease<HeldDestination>[],
  ) => Promise<number>;
}

/** Most destinations that one claim takes, per class. */
export const maxClaim = 64;
/**
 * Does not limit a claim, but tells the planner that few rows are updated, so that it looks them up
 * instead of reading the whole table.
 */
const maxDue = maxClaim * priorityClasses.length;

/** Builds the statements that claim, renew and release destinations. */
export function destinations({
  table,
  id,
  dueAt,
  mayRun,
  priorityClass,
}: DestinationTable): Destinations {
  const rows = leasedRows({ table, key: { tenantId: 'tenant_id', destinationId: id } });
  const claimed = rows.claim({
    due: `WITH due AS (
      SELECT one.* FROM unnest($1::text[], $2::integer[]) AS wanted (class, n), LATERAL (
        SELECT tenant_id, ${id}, leased_until FROM ${table}
        WHERE ${priorityClass} = wanted.class AND ${dueAt} <= coalesce($3::timestamptz, now()) AND ${mayRun} AND ${rows.isFree()}
          AND NOT EXISTS (SELECT FROM unnest($4::text[], $5::text[]) AS full_for (class, tenant_id)
            WHERE full_for.class = wanted.class AND full_for.tenant_id = ${table}.tenant_id)
        ORDER BY ${dueAt} LIMIT wanted.n FOR UPDATE OF ${table} SKIP LOCKED) AS one LIMIT ${maxDue})`,
    seconds: '$6',
    returning: `${priorityClass} AS priority_class, due.leased_until IS NOT NULL AS was_abandoned`,
  });

  // A lease may end by a pause, or because its pod was killed: nothing else says so.
  const nextDue = `SELECT (extract(epoch FROM min(greatest(one.due_at - coalesce($2::timestamptz, now()), one.leased_until - now()))) * 1000)::float8 AS ms
    FROM unnest($1::text[]) AS wanted (class), LATERAL (
      SELECT ${dueAt} AS due_at, leased_until FROM ${table}
      WHERE ${priorityClass} = wanted.class AND ${dueAt} IS NOT NULL AND ${mayRun}
      ORDER BY ${dueAt} LIMIT ${maxClaim}) AS one`;
  const timeOf = (now: number | undefined): Date | null =>
    now === undefined ? null : new Date(now);

  return {
    isLeased: rows.isLeased,
    async dueInMs(tx, { now }) {
      const [found] = await tx.prepared<{ ms: number | null }>(`due ${table}`, nextDue, [
        priorityClasses,
        timeOf(now),
      ]);
      return found?.ms ?? undefined;
    },
    claim: (tx, { wanted, full, now, leaseMs }) =>
      tx.prepared<HeldDestination>(`claim ${table}`, claimed, [
        wanted.map((one) => one.priorityClass),
        wanted.map(({ limit }) => limit),
        timeOf(now),
        full.map((one) => one.priorityClass),
        full.map(({ tenantId }) => tenantId),
        leaseMs / 1000,
      ]),
    renew: (tx, held, leaseMs) => rows.renew(tx, held, () => leaseMs),
    release: rows.release,
  };
}
