import { isId } from '@platform/contracts';
import type { Database, Tx } from '@platform/kit/database';
import { restLanes } from './lane-store.ts';
import type { RestReason } from './lane-store.ts';

/** What a fact says of all lanes of a tenant. */
export interface RestFact {
  tenantId: string;
  reason: RestReason;
  rests: boolean;
  eventId: string;
}

/** Facts may come late, twice and in any order, to several pods at once: false for one that a later one has outrun. */
async function isNewest(tx: Tx, { reason, eventId }: RestFact): Promise<boolean> {
  const { tenantId } = tx.context;
  const purpose = `lanes ${reason}`;
  await tx.execute('SELECT pg_advisory_xact_lock(hashtextextended($1, 7))', [
    `${tenantId} ${purpose}`,
  ]);
  await tx.execute(
    'INSERT INTO consumed_event (tenant_id, purpose, event_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [tenantId, purpose, eventId],
  );
  // Ids rise with time.
  return !(await tx.row(
    'SELECT 1 FROM consumed_event WHERE tenant_id = $1 AND purpose = $2 AND event_id > $3 COLLATE "C" LIMIT 1',
    [tenantId, purpose, eventId],
  ));
}

/** While a tenant is suspended, or not entitled to webhooks, its lanes rest; what is owed stays owed. */
export async function lanesRest(db: Pick<Database, 'transact'>, fact: RestFact): Promise<void> {
  const { tenantId, reason, rests } = fact;
  if (!isId('tenant', tenantId)) return;
  await db.transact({ tenantId, actor: { type: 'system', id: 'outbound' } }, async (tx) => {
    if (await isNewest(tx, fact)) await restLanes(tx, reason, rests);
  });
}
