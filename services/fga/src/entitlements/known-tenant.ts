import { isId } from '@platform/contracts';
import { problem } from '@platform/kit/problem';
import type { Platform } from '@platform/kit/service';

/** The id of the tenant that an operator names. @throws 404 `not_found` */
export async function knownTenant(
  tenants: Platform['trust']['tenants'],
  tenantId: string | undefined,
): Promise<string> {
  const tenant = isId('tenant', tenantId) ? await tenants.byId(tenantId) : undefined;
  if (!tenant || tenant.state === 'deleted')
    throw problem('not_found', { detail: 'The tenant was not found.' });
  return tenant.id;
}
