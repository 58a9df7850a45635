import { isExpression, sql } from 'kysely';
import type {
  Expression,
  ExpressionBuilder,
  RawBuilder,
  SelectQueryBuilder,
  SqlBool,
} from 'kysely';
import type { ListOptions, PageOptions } from './list-options.ts';

// `TenantTable` types these builders for callers; inside, names of columns are plain strings.
type AnyRow = Record<string, unknown>;
export type AnyTable = Record<string, AnyRow>;
export type AnyQuery = SelectQueryBuilder<AnyTable, string, AnyRow>;
export type AnyColumns = ExpressionBuilder<AnyTable, string>;
export type Conditions<Q> = { where(column: never, operator: never, value: never): Q };
type LooseWhere<Q> = {
  where(condition: Expression<SqlBool>): Q;
  where(column: string | RawBuilder<unknown>, operator: string, value: unknown): Q;
};

const rowOf = (parts: readonly (Expression<unknown> | string | number)[]) =>
  sql`(${sql.join(parts)})`;

/** Adds the conditions of a match, or one expression. */
export function matching<Q extends Conditions<Q>>(
  query: Q,
  where: object | Expression<SqlBool>,
): Q {
  const loose = (narrowed: Q) => narrowed as unknown as LooseWhere<Q>;
  if (isExpression(where)) return loose(query).where(where);
  return Object.entries(where).reduce((narrowed, [column, value]: [string, unknown]) => {
    if (value === undefined) throw new TypeError(`${column} must not be undefined in a condition`);
    if (value === null) return loose(narrowed).where(column, 'is', null);
    return Array.isArray(value)
      ? loose(narrowed).where(column, '=', sql`any(${value})`)
      : loose(narrowed).where(column, '=', value);
  }, query);
}

/** Orders, bounds and locks the rows of a query. */
export function listed(
  query: AnyQuery,
  { orderBy, limit, skip, lock }: Omit<ListOptions<AnyRow>, 'where'>,
) {
  const ordered = [orderBy].flat().reduce((sorted, by) => {
    const [column, direction] = by.split(' ');
    return sorted.orderBy(column!, direction === 'desc' ? 'desc' : 'asc');
  }, query);
  const limited = limit === undefined ? ordered : ordered.limit(limit);
  const bounded = skip === undefined ? limited : limited.offset(skip);
  if (lock === undefined) return bounded;
  return lock === 'share' ? bounded.forShare() : bounded.forUpdate();
}

/** The page of a query behind one row. */
export function paged(
  query: AnyQuery,
  { by, ascending = false, behind, limit }: Omit<PageOptions<AnyRow>, 'where'>,
) {
  const columns = [by].flat();
  const ordered = columns.reduce(
    (sorted, column) => sorted.orderBy(column, ascending ? 'asc' : 'desc'),
    query.limit(limit),
  );
  if (behind === undefined) return ordered;
  return ordered.where(
    rowOf(columns.map((column) => sql.ref(column))),
    ascending ? '>' : '<',
    rowOf([behind].flat()),
  );
}
