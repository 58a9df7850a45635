import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { resetAdminClient } from '../applications/admin-client.ts';
import type { AdminClient } from '../applications/admin-client.ts';
import { lockExistingTenant } from './tenant-lock.ts';

/** Restores access to a tenant that has lost its administrators. @throws 404, 409 `invalid_state` */
export async function resetTenantAdmin(tx: Tx): Promise<AdminClient> {
  const tenant = await lockExistingTenant(tx);
  if (tenant.state === 'deleting')
    throw problem('invalid_state', { detail: 'The tenant is being deleted; restore it first' });
  return resetAdminClient(tx);
}
