import type { ColumnType } from 'kysely';

/** A `json` or `jsonb` column: read as a value, written as its text. A store declares the type of the value with `narrow`. */
export type Json<T = unknown> = ColumnType<T, string, string>;

/** As {@link Json}, for a column with a default: an insert may leave it out. */
export type GeneratedJson<T = unknown> = ColumnType<T, string | undefined, string>;

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
