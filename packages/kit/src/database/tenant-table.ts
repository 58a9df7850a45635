import { expressionBuilder, isExpression, sql } from 'kysely';
import type { AliasableExpression, Expression, Kysely, SqlBool } from 'kysely';
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
  const within = <Q extends Conditions<Q>>(tx: TenantSql, query: Q, where: object = {}): Q =>
    only.reduce<Q>(matching, matching(query, { tenantId: tx.context.tenantId, ...where }));
  const returned = picked.map((column) => computed[column]?.as(column) ?? column);

  const select = (tx: TenantSql, where?: object): AnyQuery =>
    within(tx, db.selectFrom(name).select(returned) as AnyQuery, where);
  const insert = (tx: TenantSql, rows: object | readonly object[]) =>
    db.insertInto(name).values([rows].flat().map((row: object) => owned(tx, row)));
  const insertIfAbsent = (tx: TenantSql, rows: object | readonly object[]) =>
    insert(tx, rows).onConflict((conflict) => conflict.doNothing());
  const update = (tx: TenantSql, where: object, change: object) =>
    within(tx, db.updateTable(name).set(stored(computedBy(change))), where);
  const updateReturning = (tx: TenantSql, where: object, change: object) =>
    update(tx, where, change).returning(returned);
  const remove = (tx: TenantSql, where: object) => within(tx, db.deleteFrom(name), where);
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
    find: (tx, where) => tx.row(select(tx, where)),
    lock: (tx, where) => tx.row(select(tx, where).forUpdate()),
    share: (tx, where) => tx.row(select(tx, where).forShare()),
    list: (tx, { where, ...options }) => tx.rows(listed(select(tx, where), options)),
    page: (tx, { where, ...options }) => tx.rows(paged(select(tx, where), options)),
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
      const rows = within(tx, db.selectFrom(name), where);
      const counted = db
        .selectFrom((most === undefined ? rows : rows.limit(most)).select(sql`1`.as('one')).as('r'))
        .select((of) => of.fn.countAll<number>().as('n'));
      return (await tx.row(counted))?.n ?? 0;
    },
    insert: async (tx, rows) => (isEmpty(rows) ? 0 : tx.execute(insert(tx, rows))),
    insertReturning: async (tx, row) => (await tx.row(insert(tx, row).returning(returned)))!,
    insertIfAbsent: async (tx, rows) => (isEmpty(rows) ? 0 : tx.execute(insertIfAbsent(tx, rows))),
    insertIfAbsentReturning: (tx, row) => tx.row(insertIfAbsent(tx, row).returning(returned)),
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
    updateReturning: (tx, where, change) => tx.row(updateReturning(tx, where, change)),
    updateRows: (tx, where, change) => tx.rows(updateReturning(tx, where, change)),
    delete: (tx, where) => tx.execute(remove(tx, where)),
    deleteReturning: (tx, where) => tx.row(remove(tx, where).returning(returned)),
    deleteRows: (tx, where) => tx.rows(remove(tx, where).returning(returned)),
    select: (tx) => select(tx),
  };
  return accessors as unknown as TenantTable<DB, T>;
}
