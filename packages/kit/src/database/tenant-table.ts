import { expressionBuilder, isExpression, sql } from 'kysely';
import type { AliasableExpression, Compilable, Expression, Kysely, SqlBool } from 'kysely';
import { compiledShapes } from './compiled-shapes.ts';
import type { TenantSql } from './transaction.ts';
import { now } from './query-values.ts';
import { listed, matching, paged } from './table-queries.ts';
import type { AnyColumns, AnyQuery, AnyTable, Conditions } from './table-queries.ts';
import type { TableColumns, TenantTable, TenantTableName } from './table-types.ts';

/** Which columns reads return, and which rows every statement is restricted to. */
interface View {
  picked: readonly string[];
  computed: Readonly<Record<string, AliasableExpression<unknown>>>;
  only: readonly (object | Expression<SqlBool>)[];
}

/** Makes the accessors of one table. */
export function tenantTable<DB, T extends TenantTableName<DB>>(
  typed: Kysely<DB>,
  table: T,
  columns: TableColumns,
  view: View = {
    picked: columns.all.filter((column) => column !== 'tenantId'),
    computed: {},
    only: [],
  },
): TenantTable<DB, T> {
  const db = typed as unknown as Kysely<AnyTable>;
  const name = table as string;
  const json = new Set(columns.json);
  const { picked, computed, only } = view;
  const viewed = (change: Partial<View>) =>
    tenantTable(typed, table, columns, { ...view, ...change }) as never;
  /** The result of a function of the columns. */
  const computedBy = <R>(make: R | ((of: AnyColumns) => R)): R =>
    typeof make === 'function'
      ? (make as (of: AnyColumns) => R)(expressionBuilder<AnyTable, string>())
      : make;

  const storedValue = (column: string, value: unknown): unknown =>
    json.has(column) && value !== null && value !== undefined && !isExpression(value)
      ? JSON.stringify(value)
      : value;
  const stored = (row: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [column, storedValue(column, value)]),
    );
  const owned = (tx: TenantSql, row: object) => ({ tenantId: tx.context.tenantId, ...stored(row) });
  const within = <Q extends Conditions<Q>>(query: Q, where: object): Q =>
    only.reduce<Q>(matching, matching(query, where));
  const returned = picked.map((column) => computed[column]?.as(column) ?? column);

  const select = (where: object): AnyQuery =>
    within(db.selectFrom(name).select(returned) as AnyQuery, where);
  const insert = (rows: object | readonly object[]) => db.insertInto(name).values(rows as never);
  const insertIfAbsent = (rows: object | readonly object[]) =>
    insert(rows).onConflict((conflict) => conflict.doNothing());
  const update = (where: object, change: object) => within(db.updateTable(name).set(change), where);
  const updateReturning = (where: object, change: object) =>
    update(where, change).returning(returned);
  const remove = (where: object) => within(db.deleteFrom(name), where);
  const upsert = (row: object, keys: readonly string[]) =>
    insert(row).onConflict((conflict) =>
      conflict.columns(['tenantId', ...keys]).doUpdateSet((from) =>
        Object.fromEntries(
          Object.keys(row)
            .filter((column) => column !== 'tenantId' && !keys.includes(column))
            .map((column) => [column, from.ref(`excluded.${column}`)]),
        ),
      ),
    );

  const compiled = compiledShapes();
  /** A statement by its conditions and changes. */
  const of = (
    statement: string,
    tx: TenantSql,
    { where = {}, change = {} }: { where?: object; change?: object },
    build: (where: object, change: object) => Compilable<unknown>,
  ): Compilable<never> => {
    const parts = { where: { tenantId: tx.context.tenantId, ...where }, change: stored(change) };
    return compiled(statement, parts, (given) => build(given['where']!, given['change']!)) as never;
  };
  const rowsOf = (tx: TenantSql, rows: object | readonly object[]) =>
    [rows].flat().map((row: object) => owned(tx, row));
  /** A statement that inserts; that of one row is kept. */
  const inserting = (
    statement: string,
    tx: TenantSql,
    rows: object | readonly object[],
    build: (rows: object | readonly object[]) => Compilable<unknown>,
  ): Compilable<never> =>
    (Array.isArray(rows)
      ? build(rowsOf(tx, rows))
      : compiled(statement, { row: owned(tx, rows) }, ({ row }) => build(row!))) as never;
  const updated = (tx: TenantSql, where: object, change: object) =>
    of('updateReturning', tx, { where, change: computedBy(change) }, updateReturning);
  const deleted = (tx: TenantSql, where: object) =>
    of('deleteReturning', tx, { where }, (by) => remove(by).returning(returned));
  const inTenant = (tx: TenantSql, where: object = {}) => ({
    tenantId: tx.context.tenantId,
    ...where,
  });
  const isEmpty = (rows: object) => Array.isArray(rows) && rows.length === 0;

  const accessors: TenantTable<AnyTable, string> = {
    narrow: () => viewed({}),
    pick: (...kept) => viewed({ picked: kept }),
    omit: (...left) =>
      viewed({ picked: picked.filter((column) => !(left as string[]).includes(column)) }),
    compute: (make) => {
      const more = computedBy(make) as unknown as View['computed'];
      return viewed({
        picked: [...new Set([...picked, ...Object.keys(more)])],
        computed: { ...computed, ...more },
      });
    },
    only: (condition) => viewed({ only: [...only, computedBy<object>(condition)] }),
    find: (tx, where) => tx.row(of('find', tx, { where }, select)),
    lock: (tx, where) => tx.row(of('lock', tx, { where }, (by) => select(by).forUpdate())),
    share: (tx, where) => tx.row(of('share', tx, { where }, (by) => select(by).forShare())),
    list: (tx, { where, ...options }) => tx.rows(listed(select(inTenant(tx, where)), options)),
    page: (tx, { where, ...options }) => tx.rows(paged(select(inTenant(tx, where)), options)),
    due: (tx, column, limit) =>
      tx.rows(
        only
          .reduce<AnyQuery>(
            matching,
            db.selectFrom(name).select(['tenantId', ...returned]) as AnyQuery,
          )
          .where(column, '<=', now)
          .orderBy(column)
          .limit(limit),
      ) as never,
    count: async (tx, where, most) => {
      const rows = within(db.selectFrom(name), inTenant(tx, where));
      const counted = db
        .selectFrom((most === undefined ? rows : rows.limit(most)).select(sql`1`.as('one')).as('r'))
        .select((by) => by.fn.countAll<number>().as('n'));
      return (await tx.row(counted))?.n ?? 0;
    },
    insert: async (tx, rows) =>
      isEmpty(rows) ? 0 : tx.execute(inserting('insert', tx, rows, insert)),
    insertReturning: async (tx, row) =>
      (await tx.row(
        inserting('insertReturning', tx, row, (one) => insert(one).returning(returned)),
      ))!,
    insertIfAbsent: async (tx, rows) =>
      isEmpty(rows) ? 0 : tx.execute(inserting('insertIfAbsent', tx, rows, insertIfAbsent)),
    insertIfAbsentReturning: (tx, row) =>
      tx.row(
        inserting('insertIfAbsentReturning', tx, row, (one) =>
          insertIfAbsent(one).returning(returned),
        ),
      ),
    upsert: (tx, row, keys) =>
      tx.execute(inserting(`upsert ${String(keys)}`, tx, row, (one) => upsert(one, keys))),
    update: (tx, where, change) =>
      tx.execute(of('update', tx, { where, change: computedBy(change as object) }, update)),
    updateReturning: (tx, where, change) => tx.row(updated(tx, where, change)),
    updateRows: (tx, where, change) => tx.rows(updated(tx, where, change)),
    delete: (tx, where) => tx.execute(of('delete', tx, { where }, remove)),
    deleteReturning: (tx, where) => tx.row(deleted(tx, where)),
    deleteRows: (tx, where) => tx.rows(deleted(tx, where)),
    select: (tx) => select(inTenant(tx)),
  };
  return accessors as unknown as TenantTable<DB, T>;
}
