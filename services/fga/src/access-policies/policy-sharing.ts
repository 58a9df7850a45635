import { accessPolicyKey } from '@platform/contracts';
import type { RowBucket } from '@platform/kit/upkeep';
import type { Tx } from '@platform/kit/database';
import { policyResource } from './policy-rules.ts';
import { lockRevision, raisePolicyRevision } from './policy-store.ts';
import type { PolicyRow } from './policy-store.ts';

/** Invalidates the cached policies of a client. */
export type EvictPolicies = (tenantId: string, clientId: string) => void;

/** Shares the next revision of a client's policies with the siblings that evaluate them. */
export async function sharePolicies(
  evict: EvictPolicies,
  tx: Tx,
  clientId: string,
  atLeast?: number,
): Promise<void> {
  const { revision, enabled } = await raisePolicyRevision(tx, clientId, atLeast);
  const { tenantId } = tx.context;
  await tx.putEntry('access-policies', accessPolicyKey(tenantId, clientId), {
    version: revision,
    revision,
    enabled,
  });
  tx.afterCommit(() => evict(tenantId, clientId));
}

/** The bucket of clients' policies, for comparison with the database. */
export const policyBucket = (evict: EvictPolicies): RowBucket => ({
  bucket: 'access-policies',
  table: 'access_policy_clients',
  columns: ['client_id'],
  version: 'revision',
  keyOf: (tenantId, [clientId = '']) => accessPolicyKey(tenantId, clientId),
  async share(tx, [clientId = ''], { seen, held }) {
    if ((await lockRevision(tx, clientId)) !== seen) return false;
    await sharePolicies(evict, tx, clientId, held);
    return true;
  },
});

export async function publishPolicy(
  tx: Tx,
  type: 'policy.created' | 'policy.updated' | 'policy.deleted',
  row: PolicyRow,
  changed?: string[],
): Promise<void> {
  await tx.publish({
    type,
    subject: { type: 'access_policy', id: row.id },
    data: { policy: policyResource(row), ...(changed ? { changed } : {}) },
  });
}
