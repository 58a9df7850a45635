import type { directoriesOperations } from '@platform/contracts';
import type { Cursors, Tx } from '@platform/kit/database';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import type { Jobs } from '@platform/kit/jobs';
import { invalid, problem } from '@platform/kit/problem';
import { findCredential } from './credential-store.ts';
import {
  directoryGroupResource,
  directoryUserResource,
  listDirectoryGroups,
  listDirectoryUsers,
} from './directory-content-store.ts';
import { existingDirectory } from './directory-paths.ts';
import type { DirectoryRecord } from './directory-record.ts';
import { endDirectory } from './directory-removal.ts';
import { directoryResources } from './directory-resource.ts';
import type { DirectoryViews } from './directory-resource.ts';
import { listDirectories, lockDirectory } from './directory-store.ts';
import { createDirectory, updateDirectoryBy } from './directory-writes.ts';
import { nameKey } from './name-key.ts';
import type { DirectoryWriting } from './directory-writes.ts';

type Handled = Omit<
  Handlers<typeof directoriesOperations>,
  'directoriesSync' | 'directoriesListSyncRuns'
>;

const minSearch = 3;
const maxSearch = 64;

/** The name prefix that a list filters by. @throws 400 for an invalid length */
function prefixOf(q: string | undefined): string | undefined {
  const prefix = q === undefined ? undefined : nameKey(q);
  if (prefix !== undefined && (prefix.length < minSearch || prefix.length > maxSearch))
    throw problem('invalid_parameter', {
      detail: `q must have ${minSearch} to ${maxSearch} characters`,
    });
  return prefix;
}

/** Handlers of directories and their content. */
export function directoryHandlers({
  holdOrganization,
  cursors,
  jobs,
  views,
  writing,
}: {
  /**
   * Locks an organization against removal until the transaction ends; undefined if there is none.
   */
  holdOrganization: (tx: Tx, id: string) => Promise<unknown>;
  cursors: Cursors;
  jobs: Pick<Jobs, 'enqueue'>;
  views: DirectoryViews;
  writing: DirectoryWriting;
}): Handled {
  async function shown(tx: Tx, directory: DirectoryRecord) {
    const [resource] = await directoryResources(tx, [directory], views);
    if (!resource) throw new Error('a directory was not presented');
    return answer(resource, { version: directory.version });
  }

  return {
    async directoriesList({ tx, principal, query: { limit, cursor, organizationId } }) {
      return cursors.list({
        tenantId: principal.tenantId,
        list: 'directories',
        filters: { organizationId },
        cursor,
        limit,
        key: 'id',
        rows: async (behind, most) =>
          directoryResources(tx, await listDirectories(tx, organizationId, behind, most), views),
        present: (directory) => directory,
      });
    },

    async directoriesCreate({ tx, body }) {
      if (body.organizationId !== null && !(await holdOrganization(tx, body.organizationId)))
        throw invalid('/organizationId', 'not_found', 'must be the id of an organization');
      return shown(tx, await createDirectory(tx, body, writing));
    },

    directoriesGet: async ({ tx, params }) => shown(tx, await existingDirectory(tx, params.id)),

    async directoriesUpdate({ tx, params, body, ifMatch, audit }) {
      const before = await existingDirectory(tx, params.id, lockDirectory);
      ifMatch(before.version);
      const hasCredential = (await findCredential(tx, before.id)) !== undefined;
      const patch = { body, hasCredential };
      const { directory, changed } = await updateDirectoryBy(tx, before, patch, writing);
      audit({ changed });
      return shown(tx, directory);
    },

    async directoriesDelete({ tx, params, ifMatch }) {
      const directory = await existingDirectory(tx, params.id, lockDirectory);
      ifMatch(directory.version);
      await endDirectory(tx, directory, { jobs, now: writing.clock() });
      return { id: directory.id, deleted: true as const };
    },

    async directoriesListUsers({ tx, principal, params, query: { limit, cursor, q, linked } }) {
      const { id } = await existingDirectory(tx, params.id);
      const filter = { prefix: prefixOf(q), linked };
      return cursors.list({
        tenantId: principal.tenantId,
        list: 'directory users',
        filters: { id, ...filter },
        cursor,
        limit,
        key: 'id',
        rows: (before, most) => listDirectoryUsers(tx, id, filter, { before, limit: most }),
        present: directoryUserResource,
      });
    },

    async directoriesListGroups({ tx, principal, params, query: { limit, cursor, q } }) {
      const { id } = await existingDirectory(tx, params.id);
      const filter = { prefix: prefixOf(q) };
      return cursors.list({
        tenantId: principal.tenantId,
        list: 'directory groups',
        filters: { id, ...filter },
        cursor,
        limit,
        key: 'id',
        rows: (before, most) => listDirectoryGroups(tx, id, filter, { before, limit: most }),
        present: directoryGroupResource,
      });
    },
  };
}
