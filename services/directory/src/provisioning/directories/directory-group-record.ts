import { sql } from '@platform/kit/database';
import type { RowOf } from '@platform/kit/database';
import { directory } from '../../generated/tables.ts';
import type { DirectoryUserRecord } from './directory-user-record.ts';
import type { ProvisionedGroup, ProvisionedResource } from './provisioned-resource.ts';

/** Rows of directory groups. Attributes without a column of their own are in `attributes`. */
export const directoryGroups = directory
  .table('directoryGroups')
  .narrow<{ resource: ProvisionedResource }>()
  .omit('displayNameKey', 'resource', 'seenRun', 'leavingRun')
  .compute(() => ({ attributes: sql<ProvisionedResource>`resource` }));

/** A group as one directory sends it. */
export type DirectoryGroupRecord = RowOf<typeof directoryGroups>;

/** A member: the directory user, and the user linked to it. */
export type GroupMember = Pick<DirectoryUserRecord, 'id' | 'userId'>;

/** Restores the whole resource, without its members. */
export const groupAttributes = (group: DirectoryGroupRecord): ProvisionedResource => ({
  displayName: group.displayName,
  ...(group.externalId === null ? {} : { externalId: group.externalId }),
  ...group.attributes,
});

/** The record with what a directory sent. */
export const withGroup = (
  before: DirectoryGroupRecord,
  { displayName, externalId, attributes }: ProvisionedGroup,
): DirectoryGroupRecord => ({ ...before, displayName, externalId, attributes });
