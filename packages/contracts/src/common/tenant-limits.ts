import { z } from 'zod';
import type { PropertyName } from '../configuration/properties.ts';

/** Limits that a tenant may have of its own, each with the property that holds for all others. Not of addresses: they are judged before a tenant is known. */
export const tenantLimitProperties = {
  /** Management API. */
  tenantRequestsPerMinute: 'platform.gateway.ratelimit.tenant-requests-per-minute',
  /** Management API, each client. */
  clientRequestsPerMinute: 'platform.gateway.ratelimit.client-requests-per-minute',
  /** OAuth endpoints. */
  oauthTenantRequestsPerMinute: 'platform.ratelimit.tenant-requests-per-minute',
  /** OAuth endpoints, each client. */
  oauthClientRequestsPerMinute: 'platform.ratelimit.client-requests-per-minute',
} as const satisfies Record<string, PropertyName>;

/** See {@link tenantLimitProperties}. */
export type TenantLimitName = keyof typeof tenantLimitProperties;

/** Names of {@link TenantLimits}. */
export const tenantLimitNames = Object.keys(tenantLimitProperties) as TenantLimitName[];

const perMinute = z.int().min(0).optional();

/** A tenant's own limits, in requests a minute; what is absent is as configured. */
export const TenantLimits = z.strictObject({
  tenantRequestsPerMinute: perMinute,
  clientRequestsPerMinute: perMinute,
  oauthTenantRequestsPerMinute: perMinute,
  oauthClientRequestsPerMinute: perMinute,
} satisfies Record<TenantLimitName, z.ZodType>);

/** See {@link TenantLimits}. */
export type TenantLimits = z.infer<typeof TenantLimits>;

/** The limits in a message that may hold more; null when it holds none. */
export function tenantLimitsIn(
  message: { [Name in TenantLimitName]?: unknown } | null | undefined,
): TenantLimits | null {
  const held = tenantLimitNames.flatMap((name) =>
    typeof message?.[name] === 'number' ? [[name, message[name]] as const] : [],
  );
  return held.length === 0 ? null : Object.fromEntries(held);
}
