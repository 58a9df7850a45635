import { subjectExport } from '@platform/data-lifecycle/data-subject';
import type { SubjectSections } from '@platform/data-lifecycle/data-subject';
import type { Database, TxContext } from '@platform/kit/database';
import type { Surface } from '@platform/kit/http';
import { subjectSections } from './subject-data.ts';
import type { UserWebSessions } from './subject-data.ts';

interface AccessRequestsOptions {
  db: Pick<Database, 'read'>;
  webSessions: Pick<UserWebSessions, 'list'>;
}

async function* sectionsOf(
  { db, webSessions }: AccessRequestsOptions,
  context: TxContext,
  subjectId: string,
): SubjectSections {
  const { sections, truncated } = await db.read(context, (tx) =>
    subjectSections(tx, subjectId, webSessions),
  );
  for (const [section, rows] of Object.entries(sections))
    yield { section, json: JSON.stringify(rows) };
  return truncated;
}

/** Serves `GET /admin/dsar/{sub}`: the hub's data about a user, for the service that processes access requests. */
export const accessRequests = (token: string, options: AccessRequestsOptions): Surface =>
  subjectExport({
    service: 'hub',
    token,
    sections: (context, subjectId) => sectionsOf(options, context, subjectId),
  });
