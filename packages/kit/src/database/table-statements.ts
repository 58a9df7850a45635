import { isExpression } from 'kysely';
import type { AliasableExpression, Compilable, Expression, Kysely, SqlBool } from 'kysely';
import { compiledShapes } from './compiled-shapes.ts';
import { matching } from './table-queries.ts';
import type { AnyQuery, AnyTable, Conditions } from './table-queries.ts';
import type { TenantSql } from './transaction.ts';

/** Which columns reads return, and which rows every statement is restricted to. */
export interface View {
  picked: readonly string[];
  computed: Readonly<Record<string, AliasableExpression<unknown>>>;
  only: readonly (object | Expression<SqlBool>)[];
}

type Rows = object | readonly object[];

/** The statements on the rows of one table, as a view shows it. */
function viewedRows(db: Kysely<AnyTable>, name: string, { picked, computed, only }: View) {
  const within = <Q extends Conditions<Q>>(query: Q, where: object): Q =>
    only.reduce<Q>(matching, matching(query, where));
  const returned = picked.map((column) => computed[column]?.as(column) ?? column);
  const select = (where: object): AnyQuery =>
    within(db.selectFrom(name).select(returned) as AnyQuery, where);
  const insert = (rows: Rows) => db.insertInto(name).values(rows as never);
  const insertIfAbsent = (rows: Rows) =>
    insert(rows).onConflict((conflict) => conflict.doNothing());
  const update = (where: object, change: object) => within(db.updateTable(name).set(change), where);
  const remove = (where: object) => within(db.deleteFrom(name), where);
  return {
    returned,
    within,
    select,
    insert,
    insertIfAbsent,
    update,
    remove,
    insertReturning: (row: Rows) => insert(row).returning(returned),
    insertIfAbsentReturning: (row: Rows) => insertIfAbsent(row).returning(returned),
    updateReturning: (where: object, change: object) => update(where, change).returning(returned),
    removeReturning: (where: object) => remove(where).returning(returned),
    upsert: (row: object, keys: readonly string[]) =>
      insert(row).onConflict((conflict) =>
        conflict.columns(['tenantId', ...keys]).doUpdateSet((from) =>
          Object.fromEntries(
            Object.keys(row)
              .filter((column) => column !== 'tenantId' && !keys.includes(column))
              .map((column) => [column, from.ref(`excluded.${column}`)]),
          ),
        ),
      ),
  };
}

/** Builds the statements of one table within a tenant. The text of those that repeat is kept (see {@link compiledShapes}). */
export function tableStatements(
  db: Kysely<AnyTable>,
  { name, json, view }: { name: string; json: ReadonlySet<string>; view: View },
) {
  const rows = viewedRows(db, name, view);
  const compiled = compiledShapes();
  const storedValue = (column: string, value: unknown): unknown =>
    json.has(column) && value !== null && value !== undefined && !isExpression(value)
      ? JSON.stringify(value)
      : value;
  const stored = (row: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [column, storedValue(column, value)]),
    );
  const inTenant = (tx: TenantSql, where: object = {}) => ({
    tenantId: tx.context.tenantId,
    ...where,
  });
  const owned = (tx: TenantSql, row: object) => inTenant(tx, stored(row));

  /** A statement by its conditions and changes. */
  const of =
    (statement: string, build: (where: object, change: object) => Compilable<unknown>) =>
    (tx: TenantSql, where: object, change: object = {}): Compilable<never> =>
      compiled(
        statement,
        { where: inTenant(tx, where), change: stored(change) },
        ({ where: matched, change: changed }) => build(matched!, changed!),
      ) as never;
  /** A statement that inserts; that of one row is kept. */
  const inserting =
    (statement: string, build: (given: Rows) => Compilable<unknown>) =>
    (tx: TenantSql, given: Rows): Compilable<never> =>
      (Array.isArray(given)
        ? build(given.map((row: object) => owned(tx, row)))
        : compiled(statement, { row: owned(tx, given) }, ({ row }) => build(row!))) as never;

  return {
    ...rows,
    inTenant,
    found: of('found', rows.select),
    locked: of('locked', (where) => rows.select(where).forUpdate()),
    shared: of('shared', (where) => rows.select(where).forShare()),
    updated: of('updated', rows.update),
    updatedReturning: of('updatedReturning', rows.updateReturning),
    deleted: of('deleted', rows.remove),
    deletedReturning: of('deletedReturning', rows.removeReturning),
    inserted: inserting('inserted', rows.insert),
    insertedReturning: inserting('insertedReturning', rows.insertReturning),
    insertedIfAbsent: inserting('insertedIfAbsent', rows.insertIfAbsent),
    insertedIfAbsentReturning: inserting('insertedIfAbsentReturning', rows.insertIfAbsentReturning),
    upserted: (tx: TenantSql, row: object, keys: readonly string[]) =>
      inserting(`upserted ${String(keys)}`, (one) => rows.upsert(one, keys))(tx, row),
  };
}
