import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { WorkerTx } from '../database/database.ts';

/** A claimed row: its key, and the epoch of the claim. */
export type Lease<K extends string> = Record<K, string> & { epoch: number };

/** A table whose rows are leased. */
export interface LeasedTable<K extends string> {
  table: string;
  /** Maps the property of each part of the key to its column. All are text. */
  key: Readonly<Record<K, string>>;
  /** Column with the end of the lease. Default `leased_until`. */
  until?: string;
  /** SQL of the column's value for a released lease. Default `NULL`. */
  ended?: string;
  /**
   * SQL of columns of `leased` that {@link LeasedRows.renew} returns too, such as `state = 'x' AS
   * is_x`.
   */
  shown?: string;
}

/** A lease to release. */
export interface ReleasedLease<H> {
  held: H;
  /** Milliseconds during which no pod may claim the row. */
  pauseMs: number;
}

/** The SQL fragments of a claim. */
export interface ClaimText {
  /**
   * SQL starting at `WITH`, whose last expression `due` selects the keys of free rows, `FOR UPDATE
   * SKIP LOCKED`.
   */
  due: string;
  /** Parameter with the duration of the lease in seconds. */
  seconds: string;
  /** SQL that sets other columns, such as `holder = $3`. */
  set?: string;
  /** SQL of columns of `leased` and `due` to return in addition to key and epoch. */
  returning?: string;
}

/**
 * Declares the SQL of leases on a table with columns for the epoch and the end of the lease. Opens
 * no transaction: claims and renewals run in those of the worker.
 */
export function leasedRows<K extends string>({
  table,
  key,
  until = 'leased_until',
  ended = 'NULL',
  shown,
}: LeasedTable<K>) {
  const names = Object.keys(key) as K[];
  const columns = names.map((name) => key[name]);
  const keyOf = (source: string): string =>
    names.map((name) => `${source}.${key[name]} AS "${name}"`).join(', ');
  const isSame = (other: string): string =>
    columns.map((column) => `leased.${column} = ${other}.${column}`).join(' AND ');
  const arraysOf = (held: readonly Lease<K>[]): unknown[] => [
    ...names.map((name) => held.map((one) => one[name])),
    held.map(({ epoch }) => epoch),
  ];
  const epochAt = columns.length + 1;
  const arrays = [...columns.map((_, i) => `$${i + 1}::text[]`), `$${epochAt}::bigint[]`];
  const given = (extra: string): string =>
    `unnest(${arrays.join(', ')}, $${epochAt + 1}::float8[]) AS given (${columns.join(', ')}, epoch, ${extra})`;
  const isOurs = `${isSame('given')} AND leased.epoch = given.epoch AND leased.${until} IS NOT NULL`;
  const hasLease = `${until} IS NOT NULL`;
  const textOf = (one: Lease<K>): string =>
    JSON.stringify([...names.map((name) => one[name]), one.epoch]);

  /**
   * Looks rows up by their keys, one by one: few rows of a table are leased, and a plan that starts
   * from leased rows reads the whole table.
   */
  const ours = (what: string, locked = ''): string =>
    `given CROSS JOIN LATERAL (SELECT ${what} FROM ${table} AS leased WHERE ${isOurs} LIMIT 1 ${locked}) AS ours`;

  const renewal = `WITH given AS (SELECT * FROM ${given('secs')}), renewed AS (
      UPDATE ${table} AS leased SET ${until} = clock_timestamp() + make_interval(secs => free.secs)
      FROM (SELECT given.* FROM ${ours('', 'FOR NO KEY UPDATE SKIP LOCKED')}) AS free WHERE ${isSame('free')})
    SELECT ours.* FROM ${ours(`${keyOf('leased')}, leased.epoch${shown ? `, ${shown}` : ''}`)}`;

  const ending = `WITH given AS (SELECT * FROM ${given('secs')})
    UPDATE ${table} AS leased SET epoch = leased.epoch + 1,
      ${until} = CASE WHEN free.secs > 0 THEN now() + make_interval(secs => free.secs) ELSE ${ended} END
    FROM (SELECT given.* FROM ${ours('', 'FOR UPDATE')}) AS free WHERE ${isSame('free')}`;

  return {
    /** SQL condition that is true for a row that a pod may claim. */
    isFree: (row: string = table): string =>
      `(${row}.${until} IS NULL OR ${row}.${until} <= now())`,

    /**
     * SQL condition that is true for a row whose lease has the epoch of this parameter. Lock the
     * row with it before writing.
     */
    isHeld: (epoch: string): string => `epoch = ${epoch} AND ${hasLease}`,

    /** Restricts a typed statement to leased rows; a holder also gives its `epoch`. */
    isLeased: sql.raw(hasLease) as RawBuilder<boolean>,

    /** SQL that increments the epoch of the rows in `due` and starts their leases. */
    claim: ({ due, seconds, set, returning }: ClaimText): string =>
      `${due} UPDATE ${table} AS leased SET epoch = leased.epoch + 1, ${until} = now() + make_interval(secs => ${seconds})${set ? `, ${set}` : ''}
       FROM due WHERE ${isSame('due')} RETURNING ${keyOf('leased')}, leased.epoch${returning ? `, ${returning}` : ''}`,

    /**
     * Renews leases. Returns those that are still held, with the `shown` columns. Does not wait for
     * a row that a transaction has locked, because one slow row would let the others expire: it
     * keeps its end until the next renewal.
     */
    async renew<H extends Lease<K>, S extends object = object>(
      tx: Pick<WorkerTx, 'prepared'>,
      held: readonly H[],
      leaseMsOf: (one: H) => number,
    ): Promise<Map<H, S>> {
      const seconds = held.map((one) => leaseMsOf(one) / 1000);
      const values = [...arraysOf(held), seconds];
      const rows = await tx.prepared<Lease<string>>(`renew ${table}`, renewal, values);
      const found = new Map(rows.map((row) => [textOf(row as Lease<K>), row as unknown as S]));
      const kept = held.map((one) => [one, found.get(textOf(one))] as const);
      return new Map(kept.filter((pair): pair is [H, S] => pair[1] !== undefined));
    },

    /** Ends leases and increments the epoch, so that the former holder cannot write. */
    release: (
      tx: Pick<WorkerTx, 'execute'>,
      leaving: readonly ReleasedLease<Lease<K>>[],
    ): Promise<number> =>
      tx.execute(ending, [
        ...arraysOf(leaving.map(({ held }) => held)),
        leaving.map(({ pauseMs }) => pauseMs / 1000),
      ]),
  };
}

/** See {@link leasedRows}. */
export type LeasedRows<K extends string> = ReturnType<typeof leasedRows<K>>;
