import type { UserResource } from '@platform/contracts';
import type { RowOf } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import {
  incompleteAttributes,
  publishedMetadata,
  visibleMetadata,
} from '../attribute-schema/attribute-schema.ts';
import type { AttributeSchema } from '../attribute-schema/attribute-schema.ts';
import { directory } from '../generated/tables.ts';

/** The members of a user in one document: nothing is looked up by them. */
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

export type UserIdentity = UserResource['identities'][number];

/** The directory that writes a user, and the members that it writes, as JSON Pointers. */
export interface UserManager {
  directoryId: string;
  attributes: string[];
  /** The user's status when the directory deactivated them. */
  statusBefore?: 'active' | 'suspended';
}

/** Rows of users, without the columns that only erasure and imports use. */
export const users = directory
  .table('users')
  .narrow<{
    profile: UserProfile;
    metadata: Record<string, unknown>;
    identities: UserIdentity[];
    managedBy: UserManager | null;
    statusReason: UserResource['statusReason'];
  }>()
  .omit('erasureRequestId', 'statusBeforeErasure', 'statusReasonBeforeErasure', 'importOrigin');

type UserColumns = RowOf<typeof users>;

/** A user with the time of the last sign-in, which is in another table. */
export type UserRow = UserColumns & { lastLoginAt: Date | null };

/** A stored user, with the members of the profile next to the others. */
export type UserRecord = Omit<UserRow, 'profile'> & UserProfile;

/** All members that callers may write. */
export type UserAttributes = UserProfile &
  Pick<
    UserColumns,
    | 'externalId'
    | 'username'
    | 'email'
    | 'emailVerified'
    | 'phoneNumber'
    | 'phoneVerified'
    | 'displayName'
    | 'metadata'
  >;

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

/** The members of a stored user that callers may write. */
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
  lastLoginAt: isoTime(user.lastLoginAt),
  createdAt: user.createdAt.toISOString(),
  updatedAt: user.updatedAt.toISOString(),
});

/** The representation of a user in events: without the values of sensitive attributes. */
export const publishedUser = (user: UserRecord, schema: AttributeSchema): UserResource => {
  const resource = userResource(user, schema);
  resource.metadata = publishedMetadata(schema, user.metadata);
  return resource;
};
