import type { Database, Tx } from '@platform/kit/database';
import { memberCounter } from '../counters/counters.ts';
import { removeDomainsOf } from '../domains/domains.ts';

const system = { type: 'system', id: 'directory' } as const;
const sweepStep = 1_000;

/** Removes what belongs to an organization, at most a thousand rows; returns how many. */
export type RemoveStep = (tx: Tx, organizationId: string) => Promise<number>;

const removeMemberships: RemoveStep = (tx, organizationId) =>
  tx.execute(
    `DELETE FROM memberships WHERE tenant_id = $1 AND organization_id = $2
   AND user_id IN (SELECT user_id FROM memberships WHERE tenant_id = $1 AND organization_id = $2 LIMIT ${sweepStep})`,
    [tx.context.tenantId, organizationId],
  );

/** Removes what belonged to deleted organizations, a thousand rows a step, then the organizations. */
export async function sweepDeletedOrganizations(
  db: Database,
  more: readonly RemoveStep[] = [],
): Promise<void> {
  const steps = [removeMemberships, ...more];
  const gone = await db.work((tx) =>
    tx.rows<{ tenantId: string; id: string }>(
      'SELECT tenant_id, id FROM organizations WHERE deleted_at IS NOT NULL LIMIT 100',
    ),
  );
  for (const { tenantId, id } of gone) {
    const context = { tenantId, actor: system };
    for (const step of steps)
      while ((await db.transact(context, (tx) => step(tx, id))) >= sweepStep);
    await db.transact(context, (tx) => removeOrganization(tx, id, steps));
  }
}

async function removeOrganization(tx: Tx, id: string, steps: readonly RemoveStep[]): Promise<void> {
  const key = [tx.context.tenantId, id];
  // Waits for whoever holds it still; what they added goes too.
  await tx.execute('SELECT FROM organizations WHERE tenant_id = $1 AND id = $2 FOR UPDATE', key);
  for (const step of steps) while ((await step(tx, id)) >= sweepStep);
  await removeDomainsOf(tx, id);
  await tx.execute('DELETE FROM counters WHERE tenant_id = $1 AND counter = $2', [
    tx.context.tenantId,
    memberCounter(id),
  ]);
  await tx.execute(
    'DELETE FROM organizations WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NOT NULL',
    key,
  );
}
