import type { UserResource } from '@platform/contracts';
import {
  incompleteAttributes,
  publishedMetadata,
  visibleMetadata,
} from '../attribute-schema/attribute-schema.ts';
import type { AttributeSchema } from '../attribute-schema/attribute-schema.ts';

/** The members of a user that live in one document: nothing is looked up by them. */
export interface UserProfile {
  additionalEmails: UserResource['additionalEmails'];
  additionalPhoneNumbers: UserResource['additionalPhoneNumbers'];
  name: UserResource['name'];
  nickname: string | null;
  title: string | null;
  pictureUrl: string | null;
  profileUrl: string | null;
  locale: string | null;
  timeZone: string | null;
}

/** What callers may write, complete. */
export interface UserAttributes extends UserProfile {
  externalId: string | null;
  username: string | null;
  email: string | null;
  emailVerified: boolean;
  phoneNumber: string | null;
  phoneVerified: boolean;
  displayName: string | null;
  metadata: Record<string, unknown>;
}

/** A federated login of a user. */
export type UserIdentity = UserResource['identities'][number];

/** Which directory writes a user, and which members: JSON Pointers. */
export interface UserManager {
  directoryId: string;
  attributes: string[];
  /** What the user was when the directory deactivated them. */
  statusBefore?: 'active' | 'suspended';
}

/** A user as it is kept. */
export interface UserRecord extends UserAttributes {
  id: string;
  managedBy: UserManager | null;
  identities: UserIdentity[];
  status: UserResource['status'];
  statusReason: UserResource['statusReason'];
  statusChangedAt: Date;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  lastLoginAt: Date | null;
}

/** A user without any attribute. */
export const emptyAttributes: UserAttributes = {
  externalId: null,
  username: null,
  email: null,
  emailVerified: false,
  additionalEmails: [],
  phoneNumber: null,
  phoneVerified: false,
  additionalPhoneNumbers: [],
  name: null,
  displayName: null,
  nickname: null,
  title: null,
  pictureUrl: null,
  profileUrl: null,
  locale: null,
  timeZone: null,
  metadata: {},
};

/** The members that callers may write, of a kept user. */
export const attributesOf = (user: UserAttributes): UserAttributes => ({
  externalId: user.externalId,
  username: user.username,
  email: user.email,
  emailVerified: user.emailVerified,
  additionalEmails: user.additionalEmails,
  phoneNumber: user.phoneNumber,
  phoneVerified: user.phoneVerified,
  additionalPhoneNumbers: user.additionalPhoneNumbers,
  name: user.name,
  displayName: user.displayName,
  nickname: user.nickname,
  title: user.title,
  pictureUrl: user.pictureUrl,
  profileUrl: user.profileUrl,
  locale: user.locale,
  timeZone: user.timeZone,
  metadata: user.metadata,
});

/** A user as the API answers it. */
export const userResource = (user: UserRecord, schema: AttributeSchema): UserResource => ({
  id: user.id,
  ...attributesOf(user),
  metadata: visibleMetadata(schema, user.metadata),
  status: user.status,
  statusReason: user.statusReason,
  statusChangedAt: user.statusChangedAt.toISOString(),
  managedBy: user.managedBy && {
    directoryId: user.managedBy.directoryId,
    attributes: user.managedBy.attributes,
  },
  incompleteAttributes: incompleteAttributes(schema, user.metadata),
  identities: user.identities,
  lastLoginAt: user.lastLoginAt?.toISOString() ?? null,
  createdAt: user.createdAt.toISOString(),
  updatedAt: user.updatedAt.toISOString(),
});

/** A user as events tell of it: without the values of sensitive attributes. */
export const publishedUser = (user: UserRecord, schema: AttributeSchema): UserResource => {
  const resource = userResource(user, schema);
  resource.metadata = publishedMetadata(schema, user.metadata);
  return resource;
};
