import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** The start of the transaction by the database's clock, for comparisons and writes. */
export const now = sql<Date>`now()`;

/** The time this many milliseconds after {@link now}, or before it if negative. */
export const fromNow = (ms: number): RawBuilder<Date> =>
  sql<Date>`now() + make_interval(secs => ${ms / 1000})`;

/**
 * Returns the members of a filter that are not undefined: `where: given({ state: query.state })`.
 */
export const given = <F extends object>(filter: F): { [C in keyof F]?: Exclude<F[C], undefined> } =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as {
    [C in keyof F]?: Exclude<F[C], undefined>;
  };

/**
 * Matches any of the list's values: `where('id', '=', any(ids))`. The list may be empty, unlike
 * that of `in`.
 */
export const any = <V>(values: readonly V[]): RawBuilder<V> => sql<V>`any(${values})`;
