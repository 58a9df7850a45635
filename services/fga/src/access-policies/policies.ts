import { accessPolicyKey } from '@platform/contracts';
import type { PolicyCreation, PolicyUpdate } from '@platform/contracts';
import type { RowBucket } from '@platform/kit/bucket-audit';
import { brokenUnique } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { because, problem } from '@platform/kit/problem';
import {
  checkNetworks,
  patchedPolicy,
  policyResource,
  refusePolicyLockout,
} from './policy-rules.ts';
import {
  deletePolicies,
  deletePolicy,
  findPolicy,
  insertPolicy,
  lockPolicyClient,
  lockRevision,
  raisePolicyRevision,
  updatePolicy,
} from './policy-store.ts';
import type { PolicyRow } from './policy-store.ts';

export { policiesOfRole } from './policy-store.ts';

/** What changes of policies need. */
export interface PoliciesOptions {
  maxPerClient: number;
  /** Clients through which administrators come in. */
  platformClientIds: ReadonlySet<string>;
  /** Keeps roles from being deleted until the transaction ends. */
  holdRoles: (tx: Tx, keys: readonly string[]) => Promise<void>;
  /** What is cached of a client is not valid any more. */
  evict: (tenantId: string, clientId: string) => void;
}

type Fact = 'policy.created' | 'policy.updated' | 'policy.deleted';

/** Changes the policies of clients: policy, revision, fact and bucket are one transaction, one after the other a client. */
export function policies({ maxPerClient, platformClientIds, holdRoles, evict }: PoliciesOptions) {
  const tell = (tx: Tx, type: Fact, row: PolicyRow, changed?: string[]) =>
    tx.publish({
      type,
      subject: { type: 'access_policy', id: row.id },
      data: { policy: policyResource(row), ...(changed ? { changed } : {}) },
    });

  /** The next revision goes to whoever decides without us. */
  async function share(tx: Tx, clientId: string, atLeast?: number): Promise<void> {
    const { revision, enabled } = await raisePolicyRevision(tx, clientId, atLeast);
    const { tenantId } = tx.context;
    await tx.putEntry('access-policies', accessPolicyKey(tenantId, clientId), {
      version: revision,
      revision,
      enabled,
    });
    tx.afterCommit(() => evict(tenantId, clientId));
  }

  async function check(tx: Tx, clientId: string, policy: PolicyCreation): Promise<void> {
    checkNetworks(policy.conditions);
    if (platformClientIds.has(clientId)) refusePolicyLockout(policy);
    const { include, exclude } = policy.conditions.subjects ?? {};
    await holdRoles(
      tx,
      [...new Set([...(include?.roles ?? []), ...(exclude?.roles ?? [])])].sort(),
    );
  }

  async function refusingTwins<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (brokenUnique(error) !== 'access_policies__name_key') throw error;
      throw because('already_exists', {
        pointer: '/name',
        code: 'already_exists',
        detail: 'The client already has an access policy with this name',
      });
    }
  }

  async function create(
    tx: Tx,
    clientId: string,
    body: PolicyCreation,
    now: Date,
  ): Promise<PolicyRow> {
    const count = await lockPolicyClient(tx, clientId);
    await check(tx, clientId, body);
    if (count >= maxPerClient)
      throw because('limit_exceeded', {
        code: 'limit_exceeded',
        detail: `A client can have at most ${maxPerClient} access policies`,
      });
    const { name, description = null, mode, priority, conditions, controls } = body;
    const row = await refusingTwins(() =>
      insertPolicy(tx, {
        id: newId('accessPolicy'),
        clientId,
        name,
        description,
        mode,
        priority,
        body: { conditions, controls },
        createdAt: now,
        updatedAt: now,
        modeChangedAt: now,
      }),
    );
    if (!row) throw new Error('the policy was not inserted');
    await share(tx, clientId);
    await tell(tx, 'policy.created', row);
    return row;
  }

  async function locked(tx: Tx, clientId: string, id: string): Promise<PolicyRow> {
    // Only a client with a policy has a row to lock: asking for an absent one leaves none behind.
    if (!(await findPolicy(tx, clientId, id))) throw problem('not_found');
    await lockPolicyClient(tx, clientId);
    const row = await findPolicy(tx, clientId, id);
    if (!row) throw problem('not_found');
    return row;
  }

  async function update(
    tx: Tx,
    {
      clientId,
      id,
      patch,
      now,
      ifMatch,
    }: {
      clientId: string;
      id: string;
      patch: PolicyUpdate;
      now: Date;
      ifMatch: (version: number) => void;
    },
  ): Promise<{ row: PolicyRow; changed: string[] }> {
    const before = await locked(tx, clientId, id);
    ifMatch(before.version);
    const { after, changed } = patchedPolicy(policyResource(before), patch);
    if (changed.length === 0) return { row: before, changed };
    await check(tx, clientId, after);
    const { name, description = null, mode, priority, conditions, controls } = after;
    const row = await refusingTwins(() =>
      updatePolicy(tx, {
        id,
        clientId,
        name,
        description,
        mode,
        priority,
        body: { conditions, controls },
        updatedAt: now,
        modeChangedAt: mode === before.mode ? before.modeChangedAt : now,
      }),
    );
    if (!row) throw problem('not_found');
    await share(tx, clientId);
    await tell(tx, 'policy.updated', row, changed);
    return { row, changed };
  }

  async function remove(
    tx: Tx,
    clientId: string,
    id: string,
    ifMatch: (version: number) => void,
  ): Promise<void> {
    const row = await locked(tx, clientId, id);
    ifMatch(row.version);
    await deletePolicy(tx, clientId, id);
    await share(tx, clientId);
    await tell(tx, 'policy.deleted', row);
  }

  /** The client is gone, and its policies with it. */
  async function removeAll(tx: Tx, clientId: string): Promise<void> {
    const rows = await deletePolicies(tx, clientId);
    if (rows.length === 0) return;
    await share(tx, clientId);
    for (const row of rows) await tell(tx, 'policy.deleted', row);
  }

  /** The bucket of what governs clients, as it is held against the database. */
  const bucket: RowBucket = {
    bucket: 'access-policies',
    table: 'access_policy_clients',
    columns: ['client_id'],
    version: 'revision',
    keyOf: (tenantId, [clientId = '']) => accessPolicyKey(tenantId, clientId),
    async share(tx, [clientId = ''], { seen, held }) {
      if ((await lockRevision(tx, clientId)) !== seen) return false;
      await share(tx, clientId, held);
      return true;
    },
  };

  return { create, update, remove, removeAll, bucket };
}

/** See {@link policies}. */
export type Policies = ReturnType<typeof policies>;
