import type { MovedRows } from '@platform/data-lifecycle/tenant-move';
import { sealedTokenClaims } from '../token-claims/token-claims-resource.ts';

/** What moves with a tenant to another installation. */
export const movedRows: MovedRows = {
  leftOut: {
    fga_export_pages: 'belongs to an export that stays',
    fga_exports: 'files of an export, for some days',
  },
  sealed: [sealedTokenClaims],
  scoped: {
    tables: ['relation_tuples', 'fga_models', 'fga_changes'],
    listed: {
      table: 'fga_stores',
      column: 'id',
      main: '00000000-0000-0000-0000-000000000000',
    },
    setting: 'platform.store_uuid',
  },
};
