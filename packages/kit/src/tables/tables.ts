import { sql } from 'kysely';

export { sql } from 'kysely';
export type { Generated, GeneratedAlways } from 'kysely';
export type { GeneratedJson, Json } from './column-types.ts';
export { serviceTables } from './service-tables.ts';
export type { ServiceTables } from './service-tables.ts';
export type { RowOf, TenantTable } from './table-types.ts';

/** The begin of the transaction by the clock of the database, to compare columns with or to write. */
export const now = sql<Date>`now()`;
