import type { directoriesOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import type { Jobs } from '@platform/kit/jobs';
import { problem } from '@platform/kit/problem';
import {
  existingDirectory,
  hasCredential,
  holdDirectory,
  isPullKind,
} from '../directories/directories.ts';
import { requestSync } from './sync-requests.ts';
import { syncRunResource } from './sync-run-record.ts';
import { findActiveRun, listRuns } from './sync-run-store.ts';

export const syncHandlers = ({
  cursors,
  jobs,
  clock,
}: {
  cursors: Cursors;
  jobs: Pick<Jobs, 'enqueue'>;
  clock: () => number;
}): Pick<
  Handlers<typeof directoriesOperations>,
  'directoriesSync' | 'directoriesListSyncRuns'
> => ({
  async directoriesSync({ tx, principal: { type, id }, params, query }) {
    const directory = await existingDirectory(tx, params.id, holdDirectory);
    const refuse = (detail: string) => problem('invalid_state', { detail });
    if (!isPullKind(directory.kind))
      throw refuse(`Directories of kind ${directory.kind} are not synchronized by the platform`);
    if (directory.state === 'suspended') throw refuse('The directory is suspended.');
    if (!(await hasCredential(tx, directory.id)))
      throw refuse('The directory has no credential; set one with PUT on its connector-credential');
    const request = {
      trigger: 'manual' as const,
      isFull: query.full,
      isDryRun: query.dryRun,
      isForced: query.force,
      requestedBy: { type, id },
    };
    const run = await requestSync(tx, directory.id, request, { jobs, now: clock() });
    if (run) return syncRunResource(run);
    const active = await findActiveRun(tx, directory.id);
    throw problem('conflict', {
      detail: `The sync run ${active?.id ?? ''} is already in progress`,
    });
  },

  async directoriesListSyncRuns({ tx, principal: { tenantId }, params, query }) {
    const { id } = await existingDirectory(tx, params.id);
    return cursors.list({
      ...query,
      tenantId,
      list: 'sync runs',
      filters: { id },
      key: 'id',
      rows: (behind, limit) => listRuns(tx, id, behind, limit),
      present: syncRunResource,
    });
  },
});
