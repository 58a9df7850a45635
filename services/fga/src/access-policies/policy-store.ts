import type { PolicyConditions, PolicyControls, PolicyMode } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** A policy as it is stored. */
export interface PolicyRow {
  id: string;
  clientId: string;
  name: string;
  description: string | null;
  mode: PolicyMode;
  priority: number;
  body: { conditions: PolicyConditions; controls: PolicyControls };
  version: number;
  createdAt: Date;
  updatedAt: Date;
  modeChangedAt: Date;
  /** `createdAt` with all its digits, for cursors. */
  position: string;
}

const columns = `id, client_id, name, description, mode, priority, body, version, created_at, updated_at, mode_changed_at,
  created_at::text AS position`;

/** Takes the turn to change a client's policies; how many it has. */
export async function lockPolicyClient(tx: Tx, clientId: string): Promise<number> {
  await tx.execute(
    'INSERT INTO access_policy_clients (tenant_id, client_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [tx.context.tenantId, clientId],
  );
  return (
    (
      await tx.row<{ count: number }>(
        'SELECT policy_count AS count FROM access_policy_clients WHERE tenant_id = $1 AND client_id = $2 FOR UPDATE',
        [tx.context.tenantId, clientId],
      )
    )?.count ?? 0
  );
}

export const findPolicyRevision = async (tx: Tx, clientId: string): Promise<number> =>
  (
    await tx.row<{ revision: number }>(
      'SELECT revision FROM access_policy_clients WHERE tenant_id = $1 AND client_id = $2',
      [tx.context.tenantId, clientId],
    )
  )?.revision ?? 0;

/** The client's revision, locked until the transaction ends. */
export const lockRevision = async (tx: Tx, clientId: string): Promise<number | undefined> =>
  (
    await tx.row<{ revision: number }>(
      'SELECT revision FROM access_policy_clients WHERE tenant_id = $1 AND client_id = $2 FOR UPDATE',
      [tx.context.tenantId, clientId],
    )
  )?.revision;

/** Counts anew after a change; the next revision, above `atLeast` too, and how many policies are enabled. */
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
  tx.row(
    `SELECT ${columns} FROM access_policies WHERE tenant_id = $1 AND client_id = $2 AND id = $3`,
    [tx.context.tenantId, clientId, id],
  );

/** By priority, then age. */
export const listPolicies = (
  tx: Tx,
  clientId: string,
  { after, limit }: { after?: readonly (string | number)[] | undefined; limit: number },
): Promise<PolicyRow[]> =>
  tx.rows(
    `SELECT ${columns} FROM access_policies WHERE tenant_id = $1 AND client_id = $2 AND ($3::int IS NULL OR (priority, created_at, id) > ($3, $4::timestamptz, $5))
   ORDER BY priority, created_at, id LIMIT $6`,
    [
      tx.context.tenantId,
      clientId,
      after?.[0] ?? null,
      after?.[1] ?? null,
      after?.[2] ?? null,
      limit,
    ],
  );

export const insertPolicy = (
  tx: Tx,
  p: Omit<PolicyRow, 'position' | 'version'>,
): Promise<PolicyRow | undefined> =>
  tx.row(
    `INSERT INTO access_policies (tenant_id, client_id, id, name, description, mode, priority, body, created_at, updated_at, mode_changed_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   RETURNING ${columns}`,
    [
      tx.context.tenantId,
      p.clientId,
      p.id,
      p.name,
      p.description,
      p.mode,
      p.priority,
      JSON.stringify(p.body),
      p.createdAt,
      p.updatedAt,
      p.modeChangedAt,
    ],
  );

export const updatePolicy = (
  tx: Tx,
  p: Omit<PolicyRow, 'position' | 'version' | 'createdAt'>,
): Promise<PolicyRow | undefined> =>
  tx.row(
    `UPDATE access_policies SET name = $4, description = $5, mode = $6, priority = $7, body = $8, updated_at = $9, mode_changed_at = $10, version = version + 1
   WHERE tenant_id = $1 AND client_id = $2 AND id = $3 RETURNING ${columns}`,
    [
      tx.context.tenantId,
      p.clientId,
      p.id,
      p.name,
      p.description,
      p.mode,
      p.priority,
      JSON.stringify(p.body),
      p.updatedAt,
      p.modeChangedAt,
    ],
  );

export const deletePolicy = (
  tx: Tx,
  clientId: string,
  id: string,
): Promise<PolicyRow | undefined> =>
  tx.row(
    `DELETE FROM access_policies WHERE tenant_id = $1 AND client_id = $2 AND id = $3 RETURNING ${columns}`,
    [tx.context.tenantId, clientId, id],
  );

export const deletePolicies = (tx: Tx, clientId: string): Promise<PolicyRow[]> =>
  tx.rows(
    `DELETE FROM access_policies WHERE tenant_id = $1 AND client_id = $2 RETURNING ${columns}`,
    [tx.context.tenantId, clientId],
  );

/** Up to 20 ids of policies that name this role: it cannot be deleted. */
export const policiesOfRole = async (tx: Tx, roleKey: string): Promise<string[]> =>
  (
    await tx.rows<{ id: string }>(
      `SELECT id FROM access_policies WHERE tenant_id = $1
     AND (body #> '{conditions,subjects,include,roles}' ? $2 OR body #> '{conditions,subjects,exclude,roles}' ? $2) ORDER BY id LIMIT 20`,
      [tx.context.tenantId, roleKey],
    )
  ).map((row) => row.id);
