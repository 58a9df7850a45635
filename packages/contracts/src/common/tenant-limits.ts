import { z } from 'zod';
import type { PropertyName } from '../configuration/properties.ts';

/**
 * Limits that can be set per tenant, each with the property of its default. Excludes limits per
 * address, which apply before the tenant is known.
 */
export const tenantLimitProperties = {
  /** Management API. */
  tenantRequestsPerMinute: 'platform.gateway.ratelimit.tenant-requests-per-minute',
  /** Management API, per client. */
  clientRequestsPerMinute: 'platform.gateway.ratelimit.client-requests-per-minute',
  /** OAuth endpoints. */
  oauthTenantRequestsPerMinute: 'platform.ratelimit.tenant-requests-per-minute',
  /** OAuth endpoints, per client. */
  oauthClientRequestsPerMinute: 'platform.ratelimit.client-requests-per-minute',
} as const satisfies Record<string, PropertyName>;

/** See {@link tenantLimitProperties}. */
export type TenantLimitName = keyof typeof tenantLimitProperties;

/** Names of {@link TenantLimits}. */
export const tenantLimitNames = Object.keys(tenantLimitProperties) as TenantLimitName[];

const perMinute = z.int().min(0).optional();

/** A tenant's own limits, in requests per minute; an absent one has its configured default. */
export const TenantLimits = z.strictObject({
  tenantRequestsPerMinute: perMinute,
  clientRequestsPerMinute: perMinute,
  oauthTenantRequestsPerMinute: perMinute,
  oauthClientRequestsPerMinute: perMinute,
} satisfies Record<TenantLimitName, z.ZodType>);

/** See {@link TenantLimits}. */
export type TenantLimits = z.infer<typeof TenantLimits>;

/** Extracts the limits from a message with further members; null if there are none. */
export function tenantLimitsIn(
  message: { [Name in TenantLimitName]?: unknown } | null | undefined,
): TenantLimits | null {
  const held = tenantLimitNames.flatMap((name) =>
    typeof message?.[name] === 'number' ? [[name, message[name]] as const] : [],
  );
  return held.length === 0 ? null : Object.fromEntries(held);
}
