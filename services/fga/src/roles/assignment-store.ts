import type { Actor } from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { fgaLocks } from '../advisory-locks.ts';

/** Who holds a role. */
export interface AssignedPrincipal {
  type: 'user' | 'client';
  id: string;
}

/** An assignment as it is stored. */
export interface AssignmentRow {
  id: string;
  principalType: 'user' | 'client';
  principalId: string;
  roleKey: string;
  expiresAt: Date | null;
  createdBy: Actor;
  createdAt: Date;
}

const columns = 'id, principal_type, principal_id, role_key, expires_at, created_by, created_at';
const live = '(expires_at IS NULL OR expires_at > now())';

/** Newest first, from behind an id on. */
export function listAssignments(
  tx: Tx,
  { principalId, role }: { principalId?: string | undefined; role?: string | undefined },
  beforeId: string | undefined,
  limit: number,
): Promise<AssignmentRow[]> {
  const params: unknown[] = [tx.context.tenantId, limit];
  const also = [
    ['principal_id =', principalId],
    ['role_key =', role],
    ['id <', beforeId],
  ]
    .map(([column, value]) => (value === undefined ? '' : ` AND ${column} $${params.push(value)}`))
    .join('');
  return tx.rows(
    `SELECT ${columns} FROM role_assignments WHERE tenant_id = $1 AND ${live}${also} ORDER BY id DESC LIMIT $2`,
    params,
  );
}

export const listAssignmentsOf = (tx: Tx, principal: AssignedPrincipal): Promise<AssignmentRow[]> =>
  listAssignmentsOfAll(tx, principal.type, [principal.id]);

/** Those of several principals of one type. */
export const listAssignmentsOfAll = (
  tx: Tx,
  type: AssignedPrincipal['type'],
  ids: readonly string[],
): Promise<AssignmentRow[]> =>
  tx.prepared(
    'role_assignments_of_principals',
    `SELECT ${columns} FROM role_assignments WHERE tenant_id = $1 AND principal_type = $2 AND principal_id = ANY ($3) AND ${live} ORDER BY role_key`,
    [tx.context.tenantId, type, ids],
  );

/** How many live assignments each of these roles has. */
export const countAssignments = async (
  tx: Tx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (
      await tx.rows<{ roleKey: string; count: number }>(
        `SELECT role_key, count(*)::int AS count FROM role_assignments WHERE tenant_id = $1 AND role_key = ANY($2) AND ${live} GROUP BY role_key`,
        [tx.context.tenantId, keys],
      )
    ).map(({ roleKey: key, count }) => [key, count]),
  );

/** Ids of live assignments of a role. */
export const listAssignmentIds = async (tx: Tx, key: string, limit: number): Promise<string[]> =>
  (
    await tx.rows<{ id: string }>(
      `SELECT id FROM role_assignments WHERE tenant_id = $1 AND role_key = $2 AND ${live} ORDER BY id LIMIT $3`,
      [tx.context.tenantId, key, limit],
    )
  ).map((row) => row.id);

/** Takes the principal's turn to be given roles, and says how many it holds. */
export async function countAssignmentsOf(tx: Tx, { type, id }: AssignedPrincipal): Promise<number> {
  await lock(tx, fgaLocks.assignmentsOfPrincipal, `${tx.context.tenantId} ${type} ${id}`);
  return (
    (
      await tx.row<{ count: number }>(
        `SELECT count(*)::int AS count FROM role_assignments WHERE tenant_id = $1 AND principal_type = $2 AND principal_id = $3 AND ${live}`,
        [tx.context.tenantId, type, id],
      )
    )?.count ?? 0
  );
}

/** Undefined when the principal already has this role. */
export const insertAssignment = (
  tx: Tx,
  a: {
    id: string;
    principal: AssignedPrincipal;
    role: string;
    expiresAt: string | null;
    createdBy: Actor;
  },
): Promise<AssignmentRow | undefined> =>
  tx.row(
    `INSERT INTO role_assignments (tenant_id, principal_type, principal_id, role_key, id, expires_at, created_by) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (tenant_id, principal_type, principal_id, role_key) DO NOTHING RETURNING ${columns}`,
    [tx.context.tenantId, a.principal.type, a.principal.id, a.role, a.id, a.expiresAt, a.createdBy],
  );

export const deleteAssignment = (tx: Tx, id: string): Promise<AssignmentRow | undefined> =>
  tx.row(`DELETE FROM role_assignments WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`, [
    tx.context.tenantId,
    id,
  ]);

/** Removes all that a principal holds. */
export const deleteAssignmentsOf = (
  tx: Tx,
  { type, id }: AssignedPrincipal,
): Promise<AssignmentRow[]> =>
  tx.rows(
    `DELETE FROM role_assignments WHERE tenant_id = $1 AND principal_type = $2 AND principal_id = $3 RETURNING ${columns}`,
    [tx.context.tenantId, type, id],
  );

/** Removes what has ended: of one principal and role, or of the whole tenant by the thousand. */
export const deleteEndedAssignment = (
  tx: Tx,
  { type, id }: AssignedPrincipal,
  role: string,
): Promise<AssignmentRow | undefined> =>
  tx.row(
    `DELETE FROM role_assignments WHERE tenant_id = $1 AND principal_type = $2 AND principal_id = $3 AND role_key = $4 AND expires_at <= now() RETURNING ${columns}`,
    [tx.context.tenantId, type, id, role],
  );
export const deleteEndedAssignments = (tx: Tx, limit: number): Promise<AssignmentRow[]> =>
  tx.rows(
    `DELETE FROM role_assignments WHERE tenant_id = $1 AND id IN (SELECT id FROM role_assignments WHERE tenant_id = $1 AND expires_at <= now() LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING ${columns}`,
    [tx.context.tenantId, limit],
  );
