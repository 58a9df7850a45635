export { importTenant } from './tenant-import.ts';
export { exportTenant } from './tenant-export.ts';
export { isLeftOut, leftOutByTheKit } from './moved-rows.ts';
export type { MovedRows, TenantMove } from './moved-rows.ts';
