import type { Actor } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import {
  deleteAssignmentsOf,
  deleteEndedAssignment,
  insertAssignment,
} from './assignment-store.ts';
import type { AssignedPrincipal, AssignmentRow } from './assignment-store.ts';
import { assignmentResource } from './role-resource.ts';

const tell = (tx: Tx, type: 'role.assigned' | 'role.unassigned', row: AssignmentRow) =>
  tx.publish({
    type,
    subject: { type: 'role_assignment', id: row.id },
    data: { roleAssignment: assignmentResource(row) },
  });

/** Publishes removed assignments. */
export async function publishUnassigned(tx: Tx, rows: readonly AssignmentRow[]): Promise<void> {
  for (const row of rows) await tell(tx, 'role.unassigned', row);
}

/**
 * Assigns a role to a principal; undefined if it is already assigned. Replaces an ended assignment.
 */
export async function assign(
  tx: Tx,
  {
    principal,
    role,
    expiresAt,
    createdBy,
  }: { principal: AssignedPrincipal; role: string; expiresAt: string | null; createdBy: Actor },
): Promise<AssignmentRow | undefined> {
  const ended = await deleteEndedAssignment(tx, principal, role);
  if (ended) await publishUnassigned(tx, [ended]);
  const row = await insertAssignment(tx, {
    id: newId('roleAssignment'),
    principal,
    role,
    expiresAt,
    createdBy,
  });
  if (row) await tell(tx, 'role.assigned', row);
  return row;
}

/** Removes all roles of a deleted principal. Returns how many it had. */
export async function unassignAll(tx: Tx, principal: AssignedPrincipal): Promise<number> {
  const rows = await deleteAssignmentsOf(tx, principal);
  await publishUnassigned(tx, rows);
  return rows.length;
}
