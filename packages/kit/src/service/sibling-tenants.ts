import { tenantLimitsIn } from '@platform/contracts';
import type { GetTenant, DirectoryTenant } from '../auth/auth.ts';
import type { RpcPeer } from '../grpc/grpc.ts';
import { asProblem } from '../problem/problem.ts';

/**
 * Looks up a tenant in the hub, by slug or id; {@link createTrust} needs it in every process except
 * the hub. Uses the normal deadline of calls: on a busy node, the first call of a pod also opens
 * the connection, and without a response the request fails.
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
