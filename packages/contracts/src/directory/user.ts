import { z } from 'zod';
import { metadata } from '../common/metadata.ts';
import { httpsUrl, locale, text, time, timeZone } from '../common/text.ts';
import { idSchema } from '../ids.ts';
import { Credential } from './credential.ts';

const email = text({ min: 3, max: 320 })
  .describe('An RFC 5321 address. Stored as entered (in NFC) and compared in normalized form.')
  .meta({ format: 'email' });
const phoneNumber = z
  .string()
  .regex(/^\+[1-9][0-9]{6,14}$/, { error: 'must be an E.164 number' })
  .describe('An E.164 number that is valid in its region.');
const externalId = text({ max: 255 }).describe(
  'The id of the user in your own system. Must be unique; compared byte by byte in NFC.',
);
const roleKey = z.string().regex(/^[a-z][a-z0-9_.:-]{0,99}$/, { error: 'must be a role key' });

/** States of a user. */
export const UserStatus = z.enum(['active', 'suspended', 'deactivated']);

const AdditionalEmail = z.strictObject({
  email,
  type: z.enum(['work', 'home', 'other']).default('other'),
  verified: z.boolean().default(false),
});
const AdditionalPhone = z.strictObject({
  phoneNumber,
  type: z.enum(['work', 'home', 'mobile', 'other']).default('other'),
  verified: z.boolean().default(false),
});
const namePart = text({ max: 150 }).nullable().optional();

/** RFC 7643 §4.1.1; `formatted` is never derived. */
const PersonName = z.strictObject({
  formatted: text({ max: 600 }).nullable().optional(),
  givenName: namePart,
  familyName: namePart,
  middleName: namePart,
  honorificPrefix: namePart,
  honorificSuffix: namePart,
});

/** Members that callers can write. */
const writable = {
  externalId: externalId.nullable(),
  username: text({ max: 128 })
    .nullable()
    .describe('Sign-in name. Must be unique in its normalized form (RFC 8265).'),
  email: email.nullable(),
  emailVerified: z
    .boolean()
    .describe('Becomes false when the address changes, unless the same request sets it.'),
  additionalEmails: z.array(AdditionalEmail).max(10).nullable(),
  phoneNumber: phoneNumber.nullable(),
  phoneVerified: z.boolean(),
  additionalPhoneNumbers: z.array(AdditionalPhone).max(10).nullable(),
  name: PersonName.nullable(),
  displayName: text({ max: 256 }).nullable(),
  nickname: text({ max: 256 }).nullable(),
  title: text({ max: 256 }).nullable(),
  pictureUrl: httpsUrl.nullable(),
  profileUrl: httpsUrl.nullable(),
  locale: locale.nullable(),
  timeZone: timeZone.nullable(),
  metadata: metadata.nullable(),
  status: UserStatus,
};

/** Body of PUT and PATCH. */
export const UpdateUserRequest = z
  .strictObject(writable)
  .partial()
  .meta({ id: 'UpdateUserRequest' });

/** Body of POST. */
export const CreateUserRequest = z
  .strictObject({
    ...UpdateUserRequest.shape,
    memberships: z
      .array(
        z.strictObject({
          organizationId: idSchema('organization'),
          roles: z.array(roleKey).max(50).default([]),
        }),
      )
      .max(20)
      .optional(),
    credential: Credential.optional().describe('Write-only.'),
  })
  .meta({
    id: 'CreateUserRequest',
    anyOf: ['email', 'username', 'phoneNumber'].map((name) => ({
      required: [name],
      properties: { [name]: { type: 'string' } },
    })),
  });

/** A user, as the API returns it. */
export const User = z
  .object({
    id: idSchema('user'),
    externalId: z.string().nullable(),
    username: z.string().nullable(),
    email: z.string().nullable(),
    emailVerified: z.boolean(),
    additionalEmails: z.array(
      z.object({
        email: z.string(),
        type: z.enum(['work', 'home', 'other']),
        verified: z.boolean(),
      }),
    ),
    phoneNumber: z.string().nullable(),
    phoneVerified: z.boolean(),
    additionalPhoneNumbers: z.array(
      z.object({
        phoneNumber: z.string(),
        type: z.enum(['work', 'home', 'mobile', 'other']),
        verified: z.boolean(),
      }),
    ),
    name: z
      .object({
        formatted: z.string().nullable(),
        givenName: z.string().nullable(),
        familyName: z.string().nullable(),
        middleName: z.string().nullable(),
        honorificPrefix: z.string().nullable(),
        honorificSuffix: z.string().nullable(),
      })
      .nullable(),
    displayName: z.string().nullable(),
    nickname: z.string().nullable(),
    title: z.string().nullable(),
    pictureUrl: z.string().nullable(),
    profileUrl: z.string().nullable(),
    locale: z.string().nullable(),
    timeZone: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()),
    status: UserStatus,
    statusReason: z.enum(['admin', 'directory', 'erasure', 'import']).nullable(),
    statusChangedAt: time,
    managedBy: z.object({ directoryId: z.string(), attributes: z.array(z.string()) }).nullable(),
    incompleteAttributes: z.array(z.string()),
    identities: z.array(
      z.object({
        issuer: z.string(),
        subject: z.string(),
        directoryId: z.string().nullable(),
        linkedAt: time,
      }),
    ),
    lastLoginAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'User' });

/** An organization that a user belongs to. */
export const UserOrganization = z
  .object({
    membershipId: idSchema('membership'),
    organizationId: idSchema('organization'),
    organizationName: z.string(),
    organizationSlug: z.string(),
    state: z.enum(['active', 'inactive']),
    roles: z.array(z.string()),
    roleSources: z.array(
      z.object({
        role: z.string(),
        source: z.enum(['direct', 'group']),
        directoryId: z.string().optional(),
        groupId: z.string().optional(),
        mappingId: z.string().optional(),
      }),
    ),
    sources: z.array(z.enum(['direct', 'invitation', 'jit', 'directory', 'domain', 'import'])),
    joinedAt: time,
  })
  .meta({ id: 'UserOrganization' });

/** The organizations of a user: the list envelope with the user's id. */
export const UserOrganizationsResponse = z
  .object({
    userId: idSchema('user'),
    data: z.array(UserOrganization),
    nextCursor: z.string().nullable(),
    hasMore: z.boolean(),
  })
  .meta({ id: 'UserOrganizationsResponse' });

export type UserResource = z.infer<typeof User>;
export type UserUpdate = z.infer<typeof UpdateUserRequest>;
export type UserCreation = z.infer<typeof CreateUserRequest>;
export type UserOrganizationResource = z.infer<typeof UserOrganization>;
export { email as emailAddress, roleKey };
