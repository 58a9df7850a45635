import type { ProvisionedResource, ProvisionedUser } from './provisioned-resource.ts';

/** Why something of a resource did not reach the user. */
export interface ProvisioningProblem {
  /** JSON Pointer of the member of the user that was left as it is. */
  pointer: string;
  detail: string;
}

/** A person as one directory knows them. */
export interface DirectoryUserRecord {
  id: string;
  directoryId: string;
  userName: string;
  externalId: string | null;
  active: boolean;
  /** The attributes without a column of their own. */
  attributes: ProvisionedResource;
  userId: string | null;
  /** `ignored`: an administrator deleted the user, whom the directory does not bring back. */
  link: 'none' | 'active' | 'inactive' | 'ignored';
  /** The members of the user that are mapped follow this directory. */
  manages: boolean;
  problems: ProvisioningProblem[];
  remoteVersion: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The whole resource again. */
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
