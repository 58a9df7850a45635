import type {
  Expression,
  ExpressionBuilder,
  Insertable,
  SelectQueryBuilder,
  Selectable,
  SqlBool,
  Updateable,
} from 'kysely';
import type { TenantSql, WorkerTx } from './transaction.ts';
import type { ListOptions, Match, PageOptions } from './list-options.ts';

/** The columns of one table at run time, as the schema lists them. */
export interface TableColumns {
  /** Every column that statements write, in the order of the table. */
  all: readonly string[];
  /** Those of type `json` or `jsonb`, which the driver must get as text. */
  json: readonly string[];
}

/** Tables whose rows belong to a tenant by `tenant_id`. */
export type TenantTableName<DB> = {
  [T in keyof DB & string]: DB[T] extends { tenantId: unknown } ? T : never;
}[keyof DB & string];

type WithoutTenant<Row> = Omit<Row, 'tenantId'>;
/** `Row` with the types of `Narrowed` in its columns of the same names. */
type Refined<Row, Narrowed> = {
  [C in keyof Row]: C extends keyof Narrowed ? Narrowed[C] : Row[C];
};
/** A value to write, or an expression that computes it in the database. */
type Written<Row> = { [C in keyof Row]: Row[C] | Expression<Row[C]> };
/** `Row` with computed columns, which replace stored ones of the same names. */
type WithComputed<Row, Columns> = {
  [C in keyof Row | keyof Columns]: C extends keyof Columns
    ? Columns[C] extends Expression<infer Value>
      ? Value
      : never
    : C extends keyof Row
      ? Row[C]
      : never;
};
/** The columns that statements write. Reads leave out those that the database generates. */
type ReadRow<DB, T extends keyof DB, N> = Refined<
  Pick<Selectable<DB[T]>, keyof WithoutTenant<Updateable<DB[T]>> & keyof Selectable<DB[T]>>,
  N
>;
type NewRow<DB, T extends keyof DB, N> = Written<Refined<WithoutTenant<Insertable<DB[T]>>, N>>;
type NewRows<DB, T extends keyof DB, N> = NewRow<DB, T, N> | readonly NewRow<DB, T, N>[];
type Columns<DB, T extends keyof DB, Result> = (of: ExpressionBuilder<DB, T>) => Result;
type ChangedColumns<DB, T extends keyof DB, N> = Written<
  Refined<WithoutTenant<Updateable<DB[T]>>, N>
>;
/** New values, or a function of the columns that returns them: `(of) => ({ version: of('version', '+', 1) })`. */
type Change<DB, T extends keyof DB, N> =
  ChangedColumns<DB, T, N> | Columns<DB, T, ChangedColumns<DB, T, N>>;

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
  /** Reads also return these columns, computed in the database: `(of) => ({ position: of.cast<string>('createdAt', 'text') })`. */
  compute<Computed extends Record<string, Expression<unknown>>>(
    columns: Columns<DB, T, Computed>,
  ): TenantTable<DB, T, N, WithComputed<Row, Computed>>;
  /** The table restricted to these rows: every read, update and delete adds the condition. */
  only(
    condition: Match<ReadRow<DB, T, N>> | Columns<DB, T, Expression<SqlBool>>,
  ): TenantTable<DB, T, N, Row>;
  /** The first row that matches, or undefined. */
  find(tx: TenantSql, where: Match<ReadRow<DB, T, N>>): Promise<Row | undefined>;
  /** As `find`, and locks the row until the transaction ends (`FOR UPDATE`). */
  lock(tx: TenantSql, where: Match<ReadRow<DB, T, N>>): Promise<Row | undefined>;
  /** As `find`, and keeps others from changing the row until the transaction ends (`FOR SHARE`). */
  share(tx: TenantSql, where: Match<ReadRow<DB, T, N>>): Promise<Row | undefined>;
  list(tx: TenantSql, options: ListOptions<ReadRow<DB, T, N>>): Promise<Row[]>;
  page(tx: TenantSql, options: PageOptions<ReadRow<DB, T, N>>): Promise<Row[]>;
  /**
   * The rows of every tenant whose time in this column has come, the longest due first. The only read across tenants: the role of
   * workers must be granted the columns.
   */
  due(
    tx: WorkerTx,
    column: keyof ReadRow<DB, T, N> & string,
    limit: number,
  ): Promise<(Row & { tenantId: string })[]>;
  /** How many rows match, counted up to `most`. */
  count(tx: TenantSql, where?: Match<ReadRow<DB, T, N>>, most?: number): Promise<number>;
  insert(tx: TenantSql, rows: NewRows<DB, T, N>): Promise<number>;
  /** Inserts the row and returns it, with the values that the database generates. */
  insertReturning(tx: TenantSql, row: NewRow<DB, T, N>): Promise<Row>;
  /** Skips rows that would break a unique constraint (`ON CONFLICT DO NOTHING`). Returns how many were inserted. */
  insertIfAbsent(tx: TenantSql, rows: NewRows<DB, T, N>): Promise<number>;
  /** As `insertIfAbsent`, and returns the row; undefined if it was skipped. */
  insertIfAbsentReturning(tx: TenantSql, row: NewRow<DB, T, N>): Promise<Row | undefined>;
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
  /** As `update`, and returns every changed row. */
  updateRows(
    tx: TenantSql,
    where: Match<ReadRow<DB, T, N>>,
    change: Change<DB, T, N>,
  ): Promise<Row[]>;
  delete(tx: TenantSql, where: Match<ReadRow<DB, T, N>>): Promise<number>;
  /** As `delete`, and returns the first deleted row. */
  deleteReturning(tx: TenantSql, where: Match<ReadRow<DB, T, N>>): Promise<Row | undefined>;
  /** As `delete`, and returns every deleted row. */
  deleteRows(tx: TenantSql, where: Match<ReadRow<DB, T, N>>): Promise<Row[]>;
  /** The tenant's rows as a query to go on from: further conditions, order, lock. */
  select(tx: TenantSql): SelectQueryBuilder<DB, T, Row>;
}
