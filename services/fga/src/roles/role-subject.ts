import type { Database } from '@platform/kit/database';
import type { SubjectPart } from '../data-subject/data-subject.ts';
import { listAssignmentsOf } from './assignment-store.ts';
import { unassignAll } from './assignments.ts';
import { assignmentResource } from './role-resource.ts';

/** Roles that a person has in the whole tenant. */
export const assignmentsPart = (db: Database): SubjectPart => ({
  async erase(tx, { userId, dryRun }) {
    const principal = { type: 'user', id: userId } as const;
    const count = dryRun
      ? (await listAssignmentsOf(tx, principal)).length
      : await unassignAll(tx, principal);
    return count === 0 ? undefined : { category: 'role_assignments', action: 'DELETED', count };
  },
  async *export(context, { userId }) {
    const rows = await db.read(context, (tx) =>
      listAssignmentsOf(tx, { type: 'user', id: userId }),
    );
    yield { section: 'roleAssignments', json: JSON.stringify(rows.map(assignmentResource)) };
  },
});
