import { sql } from '@platform/kit/database';
import type { RowOf } from '@platform/kit/database';
import { directory } from '../../generated/tables.ts';
import type { ProvisionedResource, ProvisionedUser } from './provisioned-resource.ts';

/** Why part of a resource was not applied to the user. */
export interface ProvisioningProblem {
  /** JSON Pointer of the member of the user that was left unchanged. */
  pointer: string;
  detail: string;
}

/** Rows of directory users. Attributes without a column of their own are in `attributes`. */
export const directoryUsers = directory
  .table('directoryUsers')
  .narrow<{ resource: ProvisionedResource; problems: ProvisioningProblem[] }>()
  .pick(
    'id',
    'directoryId',
    'userName',
    'externalId',
    'active',
    'userId',
    'link',
    'manages',
    'problems',
    'remoteVersion',
    'version',
    'createdAt',
    'updatedAt',
  )
  .compute(() => ({ attributes: sql<ProvisionedResource>`resource` }));

/**
 * A person as one directory sends them. `link` is `ignored` after an administrator has deleted the
 * user, so that the directory does not re-create it; `manages`: the mapped members of the user
 * follow this directory.
 */
export type DirectoryUserRecord = RowOf<typeof directoryUsers>;

/** Restores the whole resource. */
export const userAttributes = (
  user: Pick<DirectoryUserRecord, 'userName' | 'externalId' | 'active' | 'attributes'>,
): ProvisionedResource => ({
  userName: user.userName,
  ...(user.externalId === null ? {} : { externalId: user.externalId }),
  active: user.active,
  ...user.attributes,
});

/** The record with what a directory sent. */
export const withProvisioned = (
  before: DirectoryUserRecord,
  { userName, externalId, active, attributes }: ProvisionedUser,
): DirectoryUserRecord => ({
  ...before,
  userName,
  externalId,
  active: active ?? before.active,
  attributes,
});
