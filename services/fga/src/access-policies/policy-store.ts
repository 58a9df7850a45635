import type { PolicyConditions, PolicyControls } from '@platform/contracts';
import type { Tx, RowOf } from '@platform/kit/database';
import { sql } from '@platform/kit/database';
import { fga } from '../generated/tables.ts';

const policies = fga
  .table('accessPolicies')
  .narrow<{ body: { conditions: PolicyConditions; controls: PolicyControls } }>()
  // With microseconds, which cursors need.
  .compute((of) => ({ position: of.cast<string>('createdAt', 'text') }));
const clients = fga.table('accessPolicyClients');

export type PolicyRow = RowOf<typeof policies>;

/** Serializes changes of a client's policies. Returns how many it has. */
export async function lockPolicyClient(tx: Tx, clientId: string): Promise<number> {
  await clients.insertIfAbsent(tx, { clientId });
  return (await clients.lock(tx, { clientId }))?.policyCount ?? 0;
}

export const findPolicyRevision = async (tx: Tx, clientId: string): Promise<number> =>
  (await clients.find(tx, { clientId }))?.revision ?? 0;

/** Locks and returns the client's revision. */
export const lockRevision = async (tx: Tx, clientId: string): Promise<number | undefined> =>
  (await clients.lock(tx, { clientId }))?.revision;

/**
 * Recounts the policies after a change. Returns the next revision, greater than `atLeast`, and the
 * number of enabled policies.
 */
export const raisePolicyRevision = async (
  tx: Tx,
  clientId: string,
  atLeast = 0,
): Promise<{ revision: number; enabled: number }> =>
  (await tx.row<{ revision: number; enabled: number }>(
    `UPDATE access_policy_clients c SET revision = greatest(revision, $3) + 1, policy_count = p.total FROM (
     SELECT count(*)::int AS total, (count(*) FILTER (WHERE mode = 'enabled'))::int AS enabled FROM access_policies WHERE tenant_id = $1 AND client_id = $2) p
   WHERE c.tenant_id = $1 AND c.client_id = $2 RETURNING revision, p.enabled`,
    [tx.context.tenantId, clientId, atLeast],
  )) ?? { revision: 0, enabled: 0 };

export const findPolicy = (tx: Tx, clientId: string, id: string): Promise<PolicyRow | undefined> =>
  policies.find(tx, { clientId, id });

/** By priority, then age. */
export const listPolicies = (
  tx: Tx,
  clientId: string,
  { after, limit }: { after?: readonly (string | number)[] | undefined; limit: number },
): Promise<PolicyRow[]> =>
  policies.page(tx, {
    where: { clientId },
    by: ['priority', 'createdAt', 'id'],
    ascending: true,
    behind: after,
    limit,
  });

export const insertPolicy = (
  tx: Tx,
  policy: Omit<PolicyRow, 'position' | 'version'>,
): Promise<PolicyRow> => policies.insertReturning(tx, policy);

export const updatePolicy = (
  tx: Tx,
  { clientId, id, ...changed }: Omit<PolicyRow, 'position' | 'version' | 'createdAt'>,
): Promise<PolicyRow | undefined> =>
  policies.updateReturning(tx, { clientId, id }, (of) => ({
    ...changed,
    version: of('version', '+', 1),
  }));

export const deletePolicy = (tx: Tx, clientId: string, id: string): Promise<number> =>
  policies.delete(tx, { clientId, id });

export const deletePolicies = (tx: Tx, clientId: string): Promise<PolicyRow[]> =>
  policies.deleteRows(tx, { clientId });

/** Up to 20 ids of policies that name this role, which cannot be deleted while there are any. */
export const policiesOfRole = async (tx: Tx, roleKey: string): Promise<string[]> => {
  const naming = policies.only(
    () => sql<boolean>`(body #> '{conditions,subjects,include,roles}' ? ${roleKey}
      OR body #> '{conditions,subjects,exclude,roles}' ? ${roleKey})`,
  );
  return (await naming.pick('id').list(tx, { orderBy: 'id', limit: 20 })).map(({ id }) => id);
};
