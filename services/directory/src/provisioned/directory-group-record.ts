import type { ProvisionedGroup, ProvisionedResource } from './provisioned-resource.ts';

/** A group as one directory knows it. */
export interface DirectoryGroupRecord {
  id: string;
  directoryId: string;
  displayName: string;
  externalId: string | null;
  /** The attributes without a column of their own. */
  attributes: ProvisionedResource;
  memberCount: number;
  remoteVersion: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A member: the directory user, and the user behind it. */
export interface GroupMember {
  id: string;
  userId: string | null;
}

/** The whole resource again, but for its members. */
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
