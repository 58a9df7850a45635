import { isId } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { found } from '@platform/kit/problem';
import type { DirectoryRecord } from './directory-record.ts';
import { findDirectory } from './directory-store.ts';

type Find = typeof findDirectory;

/** The directory with this id; undefined if it is being deleted or belongs to another tenant. */
export const directoryById = async (
  tx: Tx,
  id: string,
  find: Find = findDirectory,
): Promise<DirectoryRecord | undefined> => (isId('directory', id) ? find(tx, id) : undefined);

/**
 * The directory that a path names. @throws 404, also if it is being deleted or belongs to another
 * tenant
 */
export const existingDirectory = async (
  tx: Tx,
  id: string,
  find?: Find,
): Promise<DirectoryRecord> => found(await directoryById(tx, id, find));
