import { defaultTenantId } from '@platform/contracts';
import type { Tenant } from '@platform/contracts';
import { tenantIssuers, tenantLabel } from '@platform/kit/auth';
import { isoTime } from '@platform/kit/formats';
import type { TenantRecord } from './tenant-store.ts';

/** The settings that issuers are derived from. */
export interface IssuerSettings {
  platformIssuer: string;
  platformDomain: string;
}

/** The default tenant's issuer is the platform's own. */
export const issuerOf = (
  tenant: Pick<TenantRecord, 'id' | 'slug' | 'mode'>,
  settings: IssuerSettings,
): string =>
  tenant.id === defaultTenantId
    ? settings.platformIssuer
    : tenantIssuers(settings)(tenantLabel(tenant));

/** The representation of a tenant in events and responses. */
export const presentTenant = (row: TenantRecord, issuers: IssuerSettings): Tenant => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  mode: row.mode,
  state: row.state,
  issuer: issuerOf(row, issuers),
  isDefault: row.id === defaultTenantId,
  parentTenantId: row.parentTenantId,
  contactEmail: row.contactEmail,
  region: row.region,
  owner: row.owner,
  limits: row.limits,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  deletedAt: isoTime(row.deletedAt),
  purgedBy: row.purgedBy,
  purgedAt: isoTime(row.purgedAt),
});
