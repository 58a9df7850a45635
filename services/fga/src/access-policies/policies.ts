import type { PolicyCreation, PolicyUpdate } from '@platform/contracts';
import { brokenUnique } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problemWithReason, found } from '@platform/kit/problem';
import {
  checkNetworks,
  patchedPolicy,
  policyResource,
  refusePolicyLockout,
} from './policy-rules.ts';
import { publishPolicy, sharePolicies } from './policy-sharing.ts';
import type { EvictPolicies } from './policy-sharing.ts';
import {
  deletePolicies,
  deletePolicy,
  findPolicy,
  insertPolicy,
  lockPolicyClient,
  updatePolicy,
} from './policy-store.ts';
import type { PolicyRow } from './policy-store.ts';

export { policiesOfRole } from './policy-store.ts';

/**
 * Dependencies of changes to clients' policies. Policy, revision, event and bucket change in one
 * transaction; changes of one client are serialized.
 */
export interface Policies {
  maxPerClient: number;
  /** Clients through which administrators sign in. */
  platformClientIds: ReadonlySet<string>;
  /** Locks roles against deletion until the transaction ends. */
  holdRoles: (tx: Tx, keys: readonly string[]) => Promise<void>;
  evict: EvictPolicies;
}

/** A policy that a request names. */
export interface NamedPolicy {
  clientId: string;
  id: string;
  ifMatch: (version: number) => void;
}

/**
 * @throws 422 `limit_exceeded`, 409 `already_exists` for a name that is taken, and the errors of an
 * invalid policy
 */
export async function createPolicy(
  policies: Policies,
  tx: Tx,
  { clientId, body, now }: { clientId: string; body: PolicyCreation; now: Date },
): Promise<PolicyRow> {
  const count = await lockPolicyClient(tx, clientId);
  await checkPolicy(policies, tx, clientId, body);
  if (count >= policies.maxPerClient)
    throw problemWithReason('limit_exceeded', {
      code: 'limit_exceeded',
      detail: `A client can have at most ${policies.maxPerClient} access policies`,
    });
  const row = await refusingTwins(
    insertPolicy(tx, {
      ...columnsOf(body),
      id: newId('accessPolicy'),
      clientId,
      createdAt: now,
      updatedAt: now,
      modeChangedAt: now,
    }),
  );
  await sharePolicies(policies.evict, tx, clientId);
  await publishPolicy(tx, 'policy.created', row);
  return row;
}

/** Applies a patch. `changed` lists the changed members, and is empty if nothing changed. */
export async function changePolicy(
  policies: Policies,
  tx: Tx,
  { clientId, id, patch, now, ifMatch }: NamedPolicy & { patch: PolicyUpdate; now: Date },
): Promise<{ row: PolicyRow; changed: string[] }> {
  const before = await lockedPolicy(tx, clientId, id);
  ifMatch(before.version);
  const { after, changed } = patchedPolicy(policyResource(before), patch);
  if (changed.length === 0) return { row: before, changed };
  await checkPolicy(policies, tx, clientId, after);
  const updated = await refusingTwins(
    updatePolicy(tx, {
      ...columnsOf(after),
      id,
      clientId,
      updatedAt: now,
      modeChangedAt: after.mode === before.mode ? before.modeChangedAt : now,
    }),
  );
  const row = found(updated);
  await sharePolicies(policies.evict, tx, clientId);
  await publishPolicy(tx, 'policy.updated', row, changed);
  return { row, changed };
}

export async function removePolicy(
  policies: Policies,
  tx: Tx,
  { clientId, id, ifMatch }: NamedPolicy,
): Promise<void> {
  const row = await lockedPolicy(tx, clientId, id);
  ifMatch(row.version);
  await deletePolicy(tx, clientId, id);
  await sharePolicies(policies.evict, tx, clientId);
  await publishPolicy(tx, 'policy.deleted', row);
}

/** Removes the policies of a deleted client. */
export async function removePoliciesOf(
  policies: Policies,
  tx: Tx,
  clientId: string,
): Promise<void> {
  const rows = await deletePolicies(tx, clientId);
  if (rows.length === 0) return;
  await sharePolicies(policies.evict, tx, clientId);
  for (const row of rows) await publishPolicy(tx, 'policy.deleted', row);
}

async function checkPolicy(
  { platformClientIds, holdRoles }: Policies,
  tx: Tx,
  clientId: string,
  policy: PolicyCreation,
): Promise<void> {
  checkNetworks(policy.conditions);
  if (platformClientIds.has(clientId)) refusePolicyLockout(policy);
  const { include, exclude } = policy.conditions.subjects ?? {};
  const roles = new Set([...(include?.roles ?? []), ...(exclude?.roles ?? [])]);
  await holdRoles(tx, [...roles].sort());
}

async function lockedPolicy(tx: Tx, clientId: string, id: string): Promise<PolicyRow> {
  // Only a client with a policy has a row to lock: a request for a missing policy must not create
  // one.
  found(await findPolicy(tx, clientId, id));
  await lockPolicyClient(tx, clientId);
  return found(await findPolicy(tx, clientId, id));
}

const columnsOf = ({
  name,
  description = null,
  mode,
  priority,
  conditions,
  controls,
}: PolicyCreation) => ({ name, description, mode, priority, body: { conditions, controls } });

/** The database ensures that a name is unique per client. */
async function refusingTwins<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    if (brokenUnique(error) !== 'access_policies__name_key') throw error;
    throw problemWithReason('already_exists', {
      pointer: '/name',
      code: 'already_exists',
      detail: 'The client already has an access policy with this name',
    });
  }
}
