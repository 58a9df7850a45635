/** The base path of one tenant's surface. */
export const tenantPath = (tenantId: string): string =>
  `/internal/tenants/${encodeURIComponent(tenantId)}`;
