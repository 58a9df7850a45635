export { sql } from 'kysely';
export type { Generated, GeneratedAlways } from 'kysely';
export type { GeneratedJson, Json } from './column-types.ts';
export { serviceTables } from './service-tables.ts';
export type { ServiceTables } from './service-tables.ts';
export type { RowOf, TenantTable } from './tenant-table.ts';
