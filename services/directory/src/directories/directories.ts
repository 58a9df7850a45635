import { isId } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { DirectoryRecord } from './directory-record.ts';
import { findDirectory } from './directory-store.ts';

export { hasCredential, openCredential } from './credentials.ts';
export {
  keepProbe,
  noteConnection,
  noteInbound,
  publishDirectoryEvent,
} from './directory-changes.ts';
export { existingDirectory } from './directory-paths.ts';
export { isPullKind } from './directory-record.ts';
export type { DirectoryRecord, DirectoryState } from './directory-record.ts';
export { endDirectoriesOf } from './directory-removal.ts';
export type { UnlinkUsers } from './directory-removal.ts';
export {
  endProbe,
  findDirectory,
  holdDirectory,
  listDueSyncs,
  listSignInDirectories,
  lockDirectory,
  takeProbe,
  updateSchedule,
} from './directory-store.ts';

/** The directory of an id as callers give it; undefined too when it is being deleted or another tenant's. */
export const directoryById = async (tx: Tx, id: string): Promise<DirectoryRecord | undefined> =>
  isId('directory', id) ? findDirectory(tx, id) : undefined;
