/** Where the surface of one tenant begins. */
export const tenantPath = (tenantId: string): string =>
  `/internal/tenants/${encodeURIComponent(tenantId)}`;
