import type { Actor } from '@platform/contracts';
import type { InTransaction } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import {
  deleteAssignmentsOf,
  deleteEndedAssignment,
  insertAssignment,
} from './assignment-store.ts';
import type { AssignedPrincipal, AssignmentRow } from './assignment-store.ts';
import { assignmentResource } from './role-resource.ts';

const tell = (
  { publish }: InTransaction,
  type: 'role.assigned' | 'role.unassigned',
  row: AssignmentRow,
) =>
  publish({
    type,
    subject: { type: 'role_assignment', id: row.id },
    data: { roleAssignment: assignmentResource(row) },
  });

/** Says that assignments are gone. */
export async function tellUnassigned(
  scope: InTransaction,
  rows: readonly AssignmentRow[],
): Promise<void> {
  for (const row of rows) await tell(scope, 'role.unassigned', row);
}

/** Gives a role to a principal; undefined when it holds it already. One that has ended makes way. */
export async function assign(
  scope: InTransaction,
  {
    principal,
    role,
    expiresAt,
    createdBy,
  }: { principal: AssignedPrincipal; role: string; expiresAt: string | null; createdBy: Actor },
): Promise<AssignmentRow | undefined> {
  const ended = await deleteEndedAssignment(scope.tx, principal, role);
  if (ended) await tellUnassigned(scope, [ended]);
  const row = await insertAssignment(scope.tx, {
    id: newId('roleAssignment'),
    principal,
    role,
    expiresAt,
    createdBy,
  });
  if (row) await tell(scope, 'role.assigned', row);
  return row;
}

/** Takes every role away from a principal that is gone. Answers how many it held. */
export async function unassignAll(
  scope: InTransaction,
  principal: AssignedPrincipal,
): Promise<number> {
  const rows = await deleteAssignmentsOf(scope.tx, principal);
  await tellUnassigned(scope, rows);
  return rows.length;
}
