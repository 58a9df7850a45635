import type { ExportRequest, ExportSection, SubjectItem, SubjectRequest } from '@platform/protos';
import { serveDataSubject } from '@platform/kit/data-subject';
import type { Database, TxContext, Tx } from '@platform/kit/database';
import type { RpcMount } from '@platform/kit/grpc';
import { listAssignmentsOf } from '../roles/assignment-store.ts';
import { unassignAll } from '../roles/assignments.ts';
import { assignmentResource } from '../roles/role-resource.ts';

/** What one area of this service keeps of a person. */
export interface SubjectPart {
  /** Removes it, or says how much there is (`dryRun`); undefined when there is nothing. */
  erase(tx: Tx, request: SubjectRequest): Promise<SubjectItem | undefined>;
  export(context: TxContext, request: ExportRequest): AsyncIterable<ExportSection>;
}

/** Roles that a person holds in the whole tenant. */
const assignmentsPart = (db: Database): SubjectPart => ({
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

/** `platform.datasubject.v1.DataSubject` of this service; `more` are the other areas. */
export function accessDataSubject({
  db,
  more = [],
}: {
  db: Database;
  more?: readonly SubjectPart[];
}): RpcMount {
  const parts = [assignmentsPart(db), ...more];
  return serveDataSubject({
    peer: 'fga',
    db,
    erase: {
      atOnce: async (tx, request) => {
        const items: SubjectItem[] = [];
        for (const part of request.userId === '' ? [] : parts) {
          const item = await part.erase(tx, request);
          if (item) items.push(item);
        }
        return items.length > 0 ? { outcome: 'DONE', items } : { outcome: 'NOTHING_FOUND' };
      },
    },
    async *export(context, request) {
      if (request.userId !== '') for (const part of parts) yield* part.export(context, request);
    },
  });
}
