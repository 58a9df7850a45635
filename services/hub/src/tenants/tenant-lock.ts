import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { lockTenant } from './tenant-store.ts';
import type { TenantRecord } from './tenant-store.ts';

/** Locks the tenant of a transaction. @throws 404 if it does not exist or has been deleted */
export async function lockExistingTenant(tx: Tx): Promise<TenantRecord> {
  const tenant = await lockTenant(tx, tx.context.tenantId);
  if (!tenant || tenant.state === 'deleted')
    throw problem('not_found', { detail: 'The tenant was not found' });
  return tenant;
}
