import { timingSafeEqual } from 'node:crypto';
import { isId } from '@platform/contracts';
import type { ScimBearerDigest } from '@platform/kit/auth';
import type { Database } from '@platform/kit/database';
import { findDirectory } from '../../directories/directories.ts';
import type { DirectoryRecord } from '../../directories/directories.ts';
import { isLiveBearerAt } from './bearer-record.ts';
import type { BearerRecord } from './bearer-record.ts';
import { findBearer, findBearerByLookup } from './bearer-store.ts';

const system = { type: 'system', id: 'directory' } as const;

export interface ScimCaller {
  tenantId: string;
  directory: DirectoryRecord;
  bearer: BearerRecord;
}

/**
 * The caller behind a bearer of this directory; undefined if it is unknown, expired, revoked or
 * belongs to another directory.
 */
export async function authenticateScimBearer(
  db: Pick<Database, 'read' | 'work'>,
  directoryId: string,
  { lookup, sha256 }: ScimBearerDigest,
  now: number,
): Promise<ScimCaller | undefined> {
  if (!isId('directory', directoryId)) return undefined;
  const found = await db.work((tx) => findBearerByLookup(tx, directoryId, lookup));
  if (!found) return undefined;
  const { tenantId, id } = found;
  return db.read({ tenantId, actor: system }, async (tx) => {
    const bearer = await findBearer(tx, id);
    const isRight =
      bearer !== undefined &&
      bearer.tokenSha256.length === sha256.length &&
      timingSafeEqual(bearer.tokenSha256, sha256);
    if (!isRight || !isLiveBearerAt(bearer, now)) return undefined;
    const directory = await findDirectory(tx, directoryId);
    return directory && { tenantId, directory, bearer };
  });
}
