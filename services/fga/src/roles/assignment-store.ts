import type { Actor } from '@platform/contracts';
import { lock, any, given, now, sql } from '@platform/kit/database';
import type { Tx, RowOf } from '@platform/kit/database';
import { fgaLocks } from '../advisory-locks.ts';
import { fga } from '../generated/tables.ts';

/** The principal that a role is assigned to. */
export interface AssignedPrincipal {
  type: 'user' | 'client';
  id: string;
}

const assignments = fga
  .table('roleAssignments')
  .narrow<{ principalType: AssignedPrincipal['type']; createdBy: Actor }>();
const live = assignments.only((of) =>
  of.or([of('expiresAt', 'is', null), of('expiresAt', '>', now)]),
);
const ended = assignments.only((of) => of('expiresAt', '<=', now));
const counted = live.pick('roleKey').compute((of) => ({ count: of.fn.countAll<number>() }));

export type AssignmentRow = RowOf<typeof assignments>;

const columnsOf = ({ type, id }: AssignedPrincipal) => ({ principalType: type, principalId: id });

/** Newest first. */
export const listAssignments = (
  tx: Tx,
  { principalId, role }: { principalId?: string | undefined; role?: string | undefined },
  behind: string | undefined,
  limit: number,
): Promise<AssignmentRow[]> =>
  live.page(tx, { where: given({ principalId, roleKey: role }), by: 'id', behind, limit });

export const listAssignmentsOf = (tx: Tx, principal: AssignedPrincipal): Promise<AssignmentRow[]> =>
  listAssignmentsOfAll(tx, principal.type, [principal.id]);

/** Assignments of several principals of one type. */
export const listAssignmentsOfAll = (
  tx: Tx,
  type: AssignedPrincipal['type'],
  ids: readonly string[],
): Promise<AssignmentRow[]> =>
  tx.prepared(
    'role_assignments_of_principals',
    `SELECT id, principal_type, principal_id, role_key, expires_at, created_by, created_at FROM role_assignments
   WHERE tenant_id = $1 AND principal_type = $2 AND principal_id = ANY ($3) AND (expires_at IS NULL OR expires_at > now()) ORDER BY role_key`,
    [tx.context.tenantId, type, ids],
  );

/** Counts the live assignments of each of these roles. */
export const countAssignments = async (
  tx: Tx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await tx.rows(
    counted.select(tx).where('roleKey', '=', any(keys)).groupBy('roleKey'),
  );
  return new Map(rows.map(({ roleKey, count }) => [roleKey, count]));
};

/** Ids of live assignments of a role. */
export const listAssignmentIds = async (
  tx: Tx,
  roleKey: string,
  limit: number,
): Promise<string[]> =>
  (await live.pick('id').list(tx, { where: { roleKey }, orderBy: 'id', limit })).map(
    ({ id }) => id,
  );

/** Serializes assignments to a principal. Returns how many roles it has. */
export async function countAssignmentsOf(tx: Tx, principal: AssignedPrincipal): Promise<number> {
  const { type, id } = principal;
  await lock(tx, fgaLocks.assignmentsOfPrincipal, `${tx.context.tenantId} ${type} ${id}`);
  return live.count(tx, columnsOf(principal));
}

/** Undefined if the principal already has this role. */
export const insertAssignment = (
  tx: Tx,
  {
    principal,
    role,
    expiresAt,
    ...row
  }: {
    id: string;
    principal: AssignedPrincipal;
    role: string;
    expiresAt: string | null;
    createdBy: Actor;
  },
): Promise<AssignmentRow | undefined> =>
  assignments.insertIfAbsentReturning(tx, {
    ...row,
    ...columnsOf(principal),
    roleKey: role,
    expiresAt: sql<Date | null>`${expiresAt}`,
  });

export const deleteAssignment = (tx: Tx, id: string): Promise<AssignmentRow | undefined> =>
  assignments.deleteReturning(tx, { id });

/** Removes all roles of a principal. */
export const deleteAssignmentsOf = (
  tx: Tx,
  principal: AssignedPrincipal,
): Promise<AssignmentRow[]> => assignments.deleteRows(tx, columnsOf(principal));

/** Removes the ended assignment of a role to a principal. */
export const deleteEndedAssignment = (
  tx: Tx,
  principal: AssignedPrincipal,
  roleKey: string,
): Promise<AssignmentRow | undefined> =>
  ended.deleteReturning(tx, { ...columnsOf(principal), roleKey });

/** Removes up to `limit` ended assignments, skipping those that another transaction has locked. */
export const deleteEndedAssignments = async (tx: Tx, limit: number): Promise<AssignmentRow[]> => {
  const free = ended.pick('id').select(tx).limit(limit).forUpdate().skipLocked();
  return assignments.only((of) => of('id', 'in', free)).deleteRows(tx, {});
};
