import type { ColumnType } from 'kysely';

/**
 * A `json` or `jsonb` column: read as a value, written as JSON text. A store declares the type of
 * the value with `narrow`.
 */
export type Json<T = unknown> = ColumnType<T, string, string>;

/** Like {@link Json}, for a column with a default, which an insert may omit. */
export type GeneratedJson<T = unknown> = ColumnType<T, string | undefined, string>;
