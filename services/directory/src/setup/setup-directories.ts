import type {
  DirectoryKind,
  DirectoryResource,
  Principal,
  connectionTestOperations,
  directoriesOperations,
  directoryConnectorOperations,
  scimRequestOperations,
} from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { answer } from '@platform/kit/http';
import type { Answer, Handlers } from '@platform/kit/http';
import { found } from '@platform/kit/problem';
import { directoryResources, listDirectoriesOf } from '../directories/directories.ts';
import type {
  DirectoryRecord,
  DirectoryViews,
  DirectoryWriting,
} from '../directories/directories.ts';
import { organizationOf } from './setup-caller.ts';

/** What administrators' requests about directories and connections are handled by. */
export interface SetupDirectories {
  directories: Pick<
    Handlers<typeof directoriesOperations>,
    'directoriesUpdate' | 'directoriesDelete' | 'directoriesSync'
  >;
  connectors: Handlers<typeof directoryConnectorOperations>;
  connectionTests: Pick<Handlers<typeof connectionTestOperations>, 'idpConnectionTesterTest'>;
  requests: Handlers<typeof scimRequestOperations>;
  views: DirectoryViews;
  writing: DirectoryWriting;
}

/** The directories of these kinds of the caller's organization. */
export async function listOwn(
  tx: Tx,
  principal: Principal,
  kinds: readonly DirectoryKind[],
  views: DirectoryViews,
) {
  const records = await listDirectoriesOf(tx, organizationOf(principal), kinds);
  const data = await directoryResources(tx, records, views);
  return { data, nextCursor: null, hasMore: false };
}

/** The response that shows a directory. */
export async function shownDirectory(
  tx: Tx,
  directory: DirectoryRecord,
  views: DirectoryViews,
): Promise<Answer<DirectoryResource>> {
  const [resource] = await directoryResources(tx, [directory], views);
  return answer(found(resource), { version: directory.version });
}
