import { sql } from 'kysely';
import type {
  Insertable,
  Kysely,
  RawBuilder,
  SelectQueryBuilder,
  Selectable,
  Updateable,
} from 'kysely';
import type { TenantSql } from './transaction.ts';
import type { TableColumns, TenantTableName } from './service-tables.ts';

/** Rows whose columns equal these values: null matches NULL, a list matches each of its values. */
export type Match<Row> = {
  [C in keyof Row]?:
    Row[C] | Extract<Row[C], string | number>[] | readonly Extract<Row[C], string | number>[];
};

/** How a list is ordered and bounded. */
export interface ListOptions<Row> {
  where?: Match<Row>;
  /** Columns, each ascending unless `desc` follows its name. */
  orderBy:
    | (keyof Row & string)
    | `${keyof Row & string} desc`
    | readonly ((keyof Row & string) | `${keyof Row & string} desc`)[];
  limit?: number;
}

/** A keyset page: the rows behind one value of a unique column. */
export interface PageOptions<Row> {
  where?: Match<Row>;
  /** The unique column that orders the list. */
  by: keyof Row & string;
  /** Default: newest first. */
  ascending?: boolean;
  /** The last value of the page before. */
  behind?: string | number | undefined;
  limit: number;
}

type WithoutTenant<Row> = Omit<Row, 'tenantId'>;
/** `Row` with the types of `Narrowed` in its columns of the same names. */
type Refined<Row, Narrowed> = {
  [C in keyof Row]: C extends keyof Narrowed ? Narrowed[C] : Row[C];
};
type ReadRow<DB, T extends keyof DB, N> = Refined<WithoutTenant<Selectable<DB[T]>>, N>;
type NewRow<DB, T extends keyof DB, N> = Refined<WithoutTenant<Insertable<DB[T]>>, N>;
type Change<DB, T extends keyof DB, N> = Refined<WithoutTenant<Updateable<DB[T]>>, N>;

/** The row type of a table: its columns without the tenant. */
export type RowOf<Table> = Table extends { readonly row?: infer Row } ? NonNullable<Row> : never;

/**
 * The reads and writes of one table within the transaction's tenant. JSON columns take and return values, undefined leaves a column
 * of an insert or update out. `N` holds the types declared with `narrow`, `Row` the row that reads return.
 */
export interface TenantTable<DB, T extends keyof DB, N = unknown, Row = ReadRow<DB, T, N>> {
  /** Carries the row type for {@link RowOf}; never set. */
  readonly row?: Row;
  /** Declares the types that the service writes to columns that the schema types loosely: JSON, and text without a check constraint. */
  narrow<
    Types extends {
      [C in keyof Types]: C extends keyof Selectable<DB[T]> ? Selectable<DB[T]>[C] : never;
    },
  >(): TenantTable<DB, T, Types>;
  /** Reads return these columns alone. */
  pick<C extends keyof Row & string>(...columns: C[]): TenantTable<DB, T, N, Pick<Row, C>>;
  /** Reads return every column but these. */
  omit<C extends keyof Row & string>(...columns: C[]): TenantTable<DB, T, N, Omit<Row, C>>;
  /** The first row that matches, or undefined. */
  find(tx: TenantSql, where: Match<ReadRow<DB, T, N>>): Promise<Row | undefined>;
  /** As `find`, and locks the row until the transaction ends (`FOR UPDATE`). */
  lock(tx: TenantSql, where: Match<ReadRow<DB, T, N>>): Promise<Row | undefined>;
  list(tx: TenantSql, options: ListOptions<ReadRow<DB, T, N>>): Promise<Row[]>;
  page(tx: TenantSql, options: PageOptions<ReadRow<DB, T, N>>): Promise<Row[]>;
  count(tx: TenantSql, where?: Match<ReadRow<DB, T, N>>): Promise<number>;
  insert(tx: TenantSql, row: NewRow<DB, T, N>): Promise<number>;
  /** Skips rows that would break a unique constraint (`ON CONFLICT DO NOTHING`). Returns how many were inserted. */
  insertIfAbsent(
    tx: TenantSql,
    rows: NewRow<DB, T, N> | readonly NewRow<DB, T, N>[],
  ): Promise<number>;
  /** Inserts the row, or updates the one with the same values in `keys`, which a unique constraint covers beside the tenant. */
  upsert(
    tx: TenantSql,
    row: NewRow<DB, T, N>,
    keys: readonly (keyof NewRow<DB, T, N> & string)[],
  ): Promise<number>;
  /** Sets these columns in the rows that match. Returns how many changed. */
  update(tx: TenantSql, where: Match<ReadRow<DB, T, N>>, change: Change<DB, T, N>): Promise<number>;
  /** As `update`, and returns the first changed row. */
  updateReturning(
    tx: TenantSql,
    where: Match<ReadRow<DB, T, N>>,
    change: Change<DB, T, N>,
  ): Promise<Row | undefined>;
  delete(tx: TenantSql, where: Match<ReadRow<DB, T, N>>): Promise<number>;
  /** As `delete`, and returns the first deleted row. */
  deleteReturning(tx: TenantSql, where: Match<ReadRow<DB, T, N>>): Promise<Row | undefined>;
  /** The tenant's rows as a query to go on from: further conditions, order, lock. */
  select(tx: TenantSql): SelectQueryBuilder<DB, T, Row>;
}

// The builders below are typed by {@link TenantTable}; inside, names of columns are plain strings.
type AnyTable = Record<string, Record<string, unknown>>;
type Conditions<Q> = { where(column: never, operator: never, value: never): Q };
type LooseWhere<Q> = {
  where(column: string | RawBuilder<unknown>, operator: string, value: unknown): Q;
};

function matching<Q extends Conditions<Q>>(query: Q, where: Record<string, unknown>): Q {
  return Object.entries(where).reduce((narrowed, [column, value]) => {
    const loose = narrowed as unknown as LooseWhere<Q>;
    if (value === undefined) throw new TypeError(`${column} must not be undefined in a condition`);
    if (value === null) return loose.where(column, 'is', null);
    return Array.isArray(value)
      ? loose.where(column, '=', sql`any(${value})`)
      : loose.where(column, '=', value);
  }, query);
}

/** Makes the accessors of one table. */
export function tenantTable<DB, T extends TenantTableName<DB>>(
  typed: Kysely<DB>,
  table: T,
  columns: TableColumns,
  picked: readonly string[] = columns.all.filter((column) => column !== 'tenantId'),
): TenantTable<DB, T> {
  const db = typed as unknown as Kysely<AnyTable>;
  const name = table as string;
  const json = new Set(columns.json);
  const narrowed = (to: readonly string[]) => tenantTable(typed, table, columns, to) as never;

  const stored = (row: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        json.has(column) && value !== null && value !== undefined ? JSON.stringify(value) : value,
      ]),
    );
  const owned = (tx: TenantSql, row: object) => ({ tenantId: tx.context.tenantId, ...stored(row) });
  const of = (tx: TenantSql, where: object = {}) => ({ tenantId: tx.context.tenantId, ...where });

  const select = (tx: TenantSql, where?: object) =>
    matching(db.selectFrom(name).select([...picked]), of(tx, where));
  const insert = (tx: TenantSql, rows: object | readonly object[]) =>
    db.insertInto(name).values([rows].flat().map((row: object) => owned(tx, row)));
  const update = (tx: TenantSql, where: object, change: object) =>
    matching(db.updateTable(name).set(stored(change)), of(tx, where));
  const remove = (tx: TenantSql, where: object) => matching(db.deleteFrom(name), of(tx, where));

  const accessors: TenantTable<AnyTable, string> = {
    narrow: () => narrowed(picked),
    pick: (...kept) => narrowed(kept),
    omit: (...left) => narrowed(picked.filter((column) => !(left as string[]).includes(column))),
    find: (tx, where) => tx.row(select(tx, where)),
    lock: (tx, where) => tx.row(select(tx, where).forUpdate()),
    list: (tx, { where, orderBy, limit }) => {
      const ordered = [orderBy].flat().reduce(
        (query, by) => {
          const [column, direction] = by.split(' ');
          return query.orderBy(column!, direction === 'desc' ? 'desc' : 'asc');
        },
        select(tx, where),
      );
      return tx.rows(limit === undefined ? ordered : ordered.limit(limit));
    },
    page: (tx, { where, by, ascending = false, behind, limit }) => {
      const all = select(tx, where)
        .orderBy(by, ascending ? 'asc' : 'desc')
        .limit(limit);
      return tx.rows(behind === undefined ? all : all.where(by, ascending ? '>' : '<', behind));
    },
    count: async (tx, where) => {
      const counted = db.selectFrom(name).select((of) => of.fn.countAll<number>().as('n'));
      return (await tx.row(matching(counted, of(tx, where))))?.n ?? 0;
    },
    insert: (tx, row) => tx.execute(insert(tx, row)),
    insertIfAbsent: async (tx, rows) =>
      Array.isArray(rows) && rows.length === 0
        ? 0
        : tx.execute(insert(tx, rows).onConflict((conflict) => conflict.doNothing())),
    upsert: (tx, row, keys) => {
      const changed = Object.keys(stored(row)).filter((column) => !keys.includes(column));
      return tx.execute(
        insert(tx, row).onConflict((conflict) =>
          conflict
            .columns(['tenantId', ...keys])
            .doUpdateSet((from) =>
              Object.fromEntries(changed.map((column) => [column, from.ref(`excluded.${column}`)])),
            ),
        ),
      );
    },
    update: (tx, where, change) => tx.execute(update(tx, where, change)),
    updateReturning: (tx, where, change) =>
      tx.row(update(tx, where, change).returning([...picked])),
    delete: (tx, where) => tx.execute(remove(tx, where)),
    deleteReturning: (tx, where) => tx.row(remove(tx, where).returning([...picked])),
    select: (tx) => select(tx),
  };
  return accessors as unknown as TenantTable<DB, T>;
}
