import type { Cursors, Tx } from '@platform/kit/database';
import { found } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import type { AttributeSchemas } from '../attribute-schema/attribute-schema.ts';
import { holdDirectory } from '../directories/directories.ts';
import type { Provisioning } from '../provisioning/directories/provisioned.ts';
import { nobodyErased } from '../suppressions/erased-people.ts';
import type { AskErased, IsErased } from '../suppressions/erased-people.ts';
import type { UserLimits } from '../users/user-writing.ts';
import type { Bookmarks } from './bookmarks.ts';

export interface ScimOptions {
  /** Origin of the gateway as clients reach it. */
  publicBaseUrl: string;
  schemas: AttributeSchemas;
  limits: UserLimits;
  suppressionKeys: readonly Buffer[];
  secrets: SecretBox;
  askErased: AskErased;
  cursors: Cursors;
  bookmarks: Bookmarks;
}

export const baseUrlOf = (
  { publicBaseUrl }: Pick<ScimOptions, 'publicBaseUrl'>,
  directoryId: string,
): string => `${publicBaseUrl.replace(/\/$/, '')}/scim/v2/${directoryId}`;

/** The provisioning context of a write. Locks the schema before any row. */
export async function provisioningOf(
  tx: Tx,
  { schemas, limits, suppressionKeys, secrets }: ScimOptions,
  directoryId: string,
  isErased: IsErased = nobodyErased,
): Promise<Provisioning> {
  const schema = await schemas.hold(tx, 'user');
  const directory = found(await holdDirectory(tx, directoryId));
  const writing = { limits, schema };
  return { directory, origin: 'scim', writing, suppressionKeys, secrets, isErased };
}
