import { areaOf, gatedAreas } from '@platform/contracts';
import type { CapabilityFamilies } from '@platform/contracts';
import type { EntitlementCache } from '@platform/siblings/entitlement';
import { asProblem } from '@platform/kit/problem';
import { oauthRefusal } from '../oauth-errors/oauth-error.ts';

/** Removes the scopes of families that a tenant is not entitled to. */
export type EntitledScopes = (
  tenantId: string,
  scopes: readonly string[],
) => Promise<readonly string[]>;

/**
 * Reads entitlements only if a scope belongs to a family that can be off, so that an outage does not affect other tokens.
 * @throws `temporarily_unavailable` if the entitlements cannot be read
 */
export function entitledTokenScopes(
  entitlements: EntitlementCache,
  families: CapabilityFamilies,
): EntitledScopes {
  const gated = gatedAreas(families);
  return async (tenantId, scopes) => {
    if (!scopes.some((scope) => gated.has(areaOf(scope) ?? ''))) return scopes;
    try {
      const off = await entitlements.offAreas(tenantId);
      return off.size === 0 ? scopes : scopes.filter((scope) => !off.has(areaOf(scope) ?? ''));
    } catch (error) {
      if (asProblem(error).status === 503)
        throw oauthRefusal(
          503,
          'temporarily_unavailable',
          'the entitlements of the tenant cannot be read at the moment',
        );
      throw error;
    }
  };
}
