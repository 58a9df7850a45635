import { tenantLimitsIn } from '@platform/contracts';
import type { GetTenant, DirectoryTenant } from '../auth/auth.ts';
import type { RpcPeer } from '../grpc/grpc.ts';
import { asProblem } from '../problem/problem.ts';

/**
 * Asks the hub for a tenant, by slug or id; what {@link createTrust} needs in every process but the hub. It waits as long as calls
 * do: the first call of a pod on a busy node opens the connection, and without an answer the request fails.
 */
export function tenantsOf(hub: () => RpcPeer): GetTenant {
  return async (by) => {
    const request = 'slug' in by ? { slug: by.slug } : { tenantId: by.id };
    try {
      const { id, slug, name, mode, state, issuer, isDefault, limits } = await hub()
        .service('platform.hub.v1.Tenants')
        .GetTenant(request, { repeatable: true });
      return {
        id,
        slug,
        name,
        mode: mode as DirectoryTenant['mode'],
        state: state as DirectoryTenant['state'],
        issuer,
        isDefault,
        limits: tenantLimitsIn(limits),
      };
    } catch (error) {
      if (asProblem(error).code === 'not_found') return null;
      throw error;
    }
  };
}
