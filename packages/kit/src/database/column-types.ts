import type { ColumnType } from 'kysely';

/** A `json` or `jsonb` column: read as a value, written as its text. A store declares the type of the value with `narrow`. */
export type Json<T = unknown> = ColumnType<T, string, string>;

/** As {@link Json}, for a column with a default: an insert may leave it out. */
export type GeneratedJson<T = unknown> = ColumnType<T, string | undefined, string>;
