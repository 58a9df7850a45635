import { defaultTenantId } from '@platform/contracts';
import type { Tenant } from '@platform/contracts';
import { tenantIssuers, tenantLabel } from '@platform/kit/auth';
import type { TenantRow } from './tenant-store.ts';

/** What issuers are made of. */
export interface IssuerSettings {
  platformIssuer: string;
  platformDomain: string;
}

/** The default tenant's issuer is the platform's own. */
const issuerOf = (
  tenant: Pick<TenantRow, 'id' | 'slug' | 'mode'>,
  settings: IssuerSettings,
): string =>
  tenant.id === defaultTenantId
    ? settings.platformIssuer
    : tenantIssuers(settings)(tenantLabel(tenant));

/** A row as services are told of it. */
export const presentTenant = (row: TenantRow, issuers: IssuerSettings): Tenant => ({
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
  deletedAt: row.deletedAt?.toISOString() ?? null,
  purgedBy: row.purgedBy,
  purgedAt: row.purgedAt?.toISOString() ?? null,
});
