import { isId } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { found } from '@platform/kit/problem';
import type { DirectoryRecord } from './directory-record.ts';
import { findDirectory } from './directory-store.ts';

/** The directory that a path names. @throws 404, also for one that is being deleted or another tenant's */
export async function existingDirectory(
  tx: Tx,
  id: string,
  find: (tx: Tx, id: string) => Promise<DirectoryRecord | undefined> = findDirectory,
): Promise<DirectoryRecord> {
  return found(isId('directory', id) ? await find(tx, id) : undefined);
}
