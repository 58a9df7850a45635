import { awaitedServices, tenantLimitNames } from '@platform/contracts';
import type { Tenant__Output } from '@platform/protos';
import type { Column } from '@platform/command-line/table';

const orNull = (text: string): string | null => text || null;

/** A tenant in the output of platformctl. */
export function tenantView(tenant: Tenant__Output) {
  const limits = Object.fromEntries(
    tenantLimitNames.map((name) => [name, tenant.limits?.[name]]).filter(([, value]) => value),
  ) as Record<string, number>;
  return {
    id: tenant.id,
    slug: tenant.slug,
    name: tenant.name,
    state: tenant.state,
    mode: tenant.mode,
    issuer: tenant.issuer,
    parentTenantId: orNull(tenant.parentTenantId),
    contactEmail: orNull(tenant.contactEmail),
    region: orNull(tenant.region),
    ...(Object.keys(limits).length > 0 ? { limits } : {}),
    createdAt: tenant.createdAt,
    updatedAt: tenant.updatedAt,
    deletedAt: orNull(tenant.deletedAt),
    ...(tenant.state === 'deleted'
      ? {
          purgedAt: orNull(tenant.purgedAt),
          purgeAwaits: tenant.purgedAt ? [] : awaitedServices(tenant.purgedBy),
        }
      : {}),
  };
}

/** See {@link tenantView}. */
export type TenantView = ReturnType<typeof tenantView>;

/** The progress of a tenant's deletion. */
const purgeOf = ({ purgedAt, purgeAwaits = [] }: TenantView): string =>
  purgedAt ?? (purgeAwaits.length > 0 ? `awaits ${purgeAwaits.join(', ')}` : '');

const columns: readonly Column<TenantView>[] = [
  { header: 'ID', value: ({ id }) => id },
  { header: 'SLUG', value: ({ slug }) => slug },
  { header: 'STATE', value: ({ state }) => state },
  { header: 'MODE', value: ({ mode }) => mode },
  { header: 'ISSUER', value: ({ issuer }) => issuer },
];

/** Columns of a list of tenants; with the purge if one of them is deleted. */
export const tenantColumns = (tenants: readonly TenantView[]): readonly Column<TenantView>[] =>
  tenants.some(({ state }) => state === 'deleted')
    ? [...columns.slice(0, 4), { header: 'PURGED', value: purgeOf }, ...columns.slice(4)]
    : columns;
