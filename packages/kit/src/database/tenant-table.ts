import { expressionBuilder, sql } from 'kysely';
import type { Kysely } from 'kysely';
import { now } from './query-values.ts';
import { listed, matching, paged } from './table-queries.ts';
import type { AnyColumns, AnyQuery, AnyTable } from './table-queries.ts';
import { tableStatements } from './table-statements.ts';
import type { View } from './table-statements.ts';
import type { TableColumns, TenantTable, TenantTableName } from './table-types.ts';

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
  const { picked, computed, only } = view;
  const viewed = (change: Partial<View>) =>
    tenantTable(typed, table, columns, { ...view, ...change }) as never;
  /** The result of a function of the columns. */
  const computedBy = <R>(make: R | ((of: AnyColumns) => R)): R =>
    typeof make === 'function'
      ? (make as (of: AnyColumns) => R)(expressionBuilder<AnyTable, string>())
      : make;

  const isEmpty = (rows: object) => Array.isArray(rows) && rows.length === 0;
  const write = tableStatements(db, { name, json: new Set(columns.json), view });
  const { select, inTenant, within, returned } = write;

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
    find: (tx, where) => tx.row(write.found(tx, where)),
    lock: (tx, where) => tx.row(write.locked(tx, where)),
    share: (tx, where) => tx.row(write.shared(tx, where)),
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
    insert: async (tx, rows) => (isEmpty(rows) ? 0 : tx.execute(write.inserted(tx, rows))),
    insertReturning: async (tx, row) => (await tx.row(write.insertedReturning(tx, row)))!,
    insertIfAbsent: async (tx, rows) =>
      isEmpty(rows) ? 0 : tx.execute(write.insertedIfAbsent(tx, rows)),
    insertIfAbsentReturning: (tx, row) => tx.row(write.insertedIfAbsentReturning(tx, row)),
    upsert: (tx, row, keys) => tx.execute(write.upserted(tx, row, keys)),
    update: (tx, where, change) =>
      tx.execute(write.updated(tx, where, computedBy(change as object))),
    updateReturning: (tx, where, change) =>
      tx.row(write.updatedReturning(tx, where, computedBy(change as object))),
    updateRows: (tx, where, change) =>
      tx.rows(write.updatedReturning(tx, where, computedBy(change as object))),
    delete: (tx, where) => tx.execute(write.deleted(tx, where)),
    deleteReturning: (tx, where) => tx.row(write.deletedReturning(tx, where)),
    deleteRows: (tx, where) => tx.rows(write.deletedReturning(tx, where)),
    select: (tx) => select(inTenant(tx)),
  };
  return accessors as unknown as TenantTable<DB, T>;
}
