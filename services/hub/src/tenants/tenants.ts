import { defaultTenantId } from '@platform/contracts';
import type { GetTenant } from '@platform/kit/auth';
import type { Database } from '@platform/kit/database';
import { findTenantById, findTenantByLabel } from './tenant-store.ts';
import { presentTenant } from './tenant-view.ts';
import type { IssuerSettings } from './tenant-view.ts';

export { findTenantByLabel, listTenants } from './tenant-store.ts';
export { resetTenantAdmin } from './admin-client-reset.ts';
export { tenantArrivals } from './tenant-arrivals.ts';
export type { ImportedPart, TenantArrivals } from './tenant-arrivals.ts';
export { checkRequestId, tenantCreation, writeTenant } from './tenant-creation.ts';
export type { CreatedTenant, TenantCreation } from './tenant-creation.ts';
export { tenantLimits } from './tenant-limits.ts';
export type { LimitsChange } from './tenant-limits.ts';
export { lockExistingTenant } from './tenant-lock.ts';
export { hubTenantPurge } from './tenant-purge.ts';
export { tenantSettingsHandlers } from './tenant-settings-handlers.ts';
export { tenantStates } from './tenant-state.ts';
export type { StateChange } from './tenant-state.ts';
export { presentTenant } from './tenant-view.ts';
export type { IssuerSettings } from './tenant-view.ts';
export type { ConfiguredLimits, TenantsOptions } from './tenants-options.ts';

/** Finds tenants in the hub's own database. */
export const tenantFinder =
  (db: Database, issuers: IssuerSettings): GetTenant =>
  async (by) => {
    const row = await db.read(
      { tenantId: defaultTenantId, actor: { type: 'system', id: 'hub' } },
      (tx) => ('slug' in by ? findTenantByLabel(tx, by.slug) : findTenantById(tx, by.id)),
    );
    return row ? presentTenant(row, issuers) : null;
  };
