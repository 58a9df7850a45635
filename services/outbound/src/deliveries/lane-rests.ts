import { isId } from '@platform/contracts';
import type { Database } from '@platform/kit/database';
import { restLanes } from './lane-store.ts';
import type { RestReason } from './lane-store.ts';

/** While a tenant is suspended, or not entitled to webhooks, its lanes rest; what is owed stays owed. */
export async function lanesRest(db: Pick<Database, 'transact'>, tenantId: string, reason: RestReason, rests: boolean): Promise<void> {
  if (isId('tenant', tenantId)) await db.transact({ tenantId, actor: { type: 'system', id: 'outbound' } }, (tx) => restLanes(tx, reason, rests));
}
