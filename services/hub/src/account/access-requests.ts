import { subjectExport } from '@platform/data-lifecycle/data-subject';
import type { SubjectSections } from '@platform/data-lifecycle/data-subject';
import type { Database, TxContext } from '@platform/kit/database';
import type { Surface } from '@platform/kit/http';
import { subjectSections } from './subject-data.ts';

async function* sectionsOf(
  db: Pick<Database, 'read'>,
  context: TxContext,
  subjectId: string,
): SubjectSections {
  const { sections, truncated } = await db.read(context, (tx) => subjectSections(tx, subjectId));
  for (const [section, rows] of Object.entries(sections))
    yield { section, json: JSON.stringify(rows) };
  return truncated;
}

/** Serves `GET /admin/dsar/{sub}`: the hub's data about a user, for the service that processes access requests. */
export const accessRequests = (db: Pick<Database, 'read'>, token: string): Surface =>
  subjectExport({
    service: 'hub',
    token,
    sections: (context, subjectId) => sectionsOf(db, context, subjectId),
  });
