import type { MovedRows } from '@platform/data-lifecycle/tenant-move';
import { sealedByHooks } from '../hooks/hook-changes.ts';
import { sealedBySinks } from '../siem/sink-definition.ts';
import { sealedByEndpoints } from '../webhooks/endpoint-seals.ts';

/** What moves with a tenant to another installation. */
export const movedRows: MovedRows = {
  leftOut: {
    rate_windows: 'counts requests of minutes',
  },
  position: `SELECT coalesce(sum(last_seq), 0)::text AS position FROM event_heads WHERE tenant_id = $1`,
  sealed: [...sealedByEndpoints, ...sealedByHooks, ...sealedBySinks],
};
