import { isId } from '@platform/contracts';
import type { Database } from '@platform/kit/database';
import { suspendLanes } from './lane-store.ts';

/** A suspended tenant's lanes rest until it is active again. */
export async function suspendLanesOf(db: Pick<Database, 'transact'>, tenantId: string, suspended: boolean): Promise<void> {
  if (isId('tenant', tenantId)) await db.transact({ tenantId, actor: { type: 'system', id: 'outbound' } }, (tx) => suspendLanes(tx, suspended));
}
