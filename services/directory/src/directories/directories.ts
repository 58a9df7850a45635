export { hasCredential, openCredential } from './credentials.ts';
export {
  keepProbe,
  noteConnection,
  noteInbound,
  publishDirectoryEvent,
} from './directory-changes.ts';
export { directoryById, existingDirectory } from './directory-paths.ts';
export { isPullKind } from './directory-record.ts';
export type { DirectoryRecord, DirectoryState } from './directory-record.ts';
export type { DirectoryViews } from './directory-resource.ts';
export { directoryResources } from './directory-resource.ts';
export { createDirectory } from './directory-writes.ts';
export type { DirectoryWriting } from './directory-writes.ts';
export { endDirectoriesOf } from './directory-removal.ts';
export type { UnlinkUsers } from './directory-removal.ts';
export {
  endProbe,
  findDirectory,
  holdDirectory,
  listDirectoriesOf,
  listDueSyncs,
  listSignInDirectories,
  lockDirectory,
  takeProbe,
  updateSchedule,
} from './directory-store.ts';
