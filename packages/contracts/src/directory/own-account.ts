import { z } from 'zod';
import { metadata } from '../common/metadata.ts';
import { locale, text, time } from '../common/text.ts';
import { idSchema } from '../ids.ts';
import { maxBulkUsers } from './user-filter.ts';
import { UpdateUserRequest, User } from './user.ts';

/** The kind of a contact. */
export const ContactType = z.enum(['email', 'phone']);

/** An e-mail address or phone number of the user. */
export const MyContact = z
  .object({
    id: z.string().describe('Stays the same while the contact has the same value.'),
    type: ContactType,
    value: z.string(),
    primary: z.boolean(),
    verified: z.boolean(),
    locked: z.boolean().describe('Whether a directory manages the contact. Change it there.'),
    codeExpiresAt: time
      .nullable()
      .describe('When the code expires that was sent to the contact. Null if none is open.'),
  })
  .meta({ id: 'MyContact' });

/** The user's own record. */
export const MyProfile = z
  .object({
    ...User.pick({
      id: true,
      username: true,
      name: true,
      displayName: true,
      nickname: true,
      title: true,
      pictureUrl: true,
      profileUrl: true,
      locale: true,
      timeZone: true,
      status: true,
      lastLoginAt: true,
      createdAt: true,
      updatedAt: true,
    }).shape,
    metadata: z
      .record(z.string(), z.unknown())
      .describe('The attributes that users can see on their own profile.'),
    contacts: z.array(MyContact).describe('The primary ones first.'),
    lockedAttributes: z
      .array(z.string())
      .describe('JSON Pointers to the properties that a directory manages. Change them there.'),
    incompleteAttributes: z
      .array(z.string())
      .describe('Keys of required attributes without a value that the user can fill in.'),
  })
  .meta({ id: 'MyProfile' });

/** Body of PATCH: merge patch of the properties that users may change themselves. */
export const UpdateMyProfileRequest = UpdateUserRequest.pick({
  username: true,
  name: true,
  displayName: true,
  nickname: true,
  title: true,
  pictureUrl: true,
  profileUrl: true,
  locale: true,
  timeZone: true,
  metadata: true,
}).meta({ id: 'UpdateMyProfileRequest' });

/** A field of the form in which users see and edit their profile. */
const ProfileField = z
  .object({
    pointer: z.string().describe('JSON Pointer to the property in the profile.'),
    schema: z.record(z.string(), z.unknown()).describe('JSON Schema 2020-12 of the value.'),
    required: z.boolean(),
    readOnly: z.boolean(),
    readOnlyReason: z
      .enum(['managed_by_directory', 'set_once', 'not_editable'])
      .nullable()
      .describe('Why the user cannot change the value.'),
    label: z
      .string()
      .nullable()
      .describe('Null for properties that every user has: the application names them.'),
    description: z.string().nullable(),
    group: z.string().nullable(),
    order: z.int(),
  })
  .meta({ id: 'ProfileField' });

/** The form in which users see and edit their profile. */
export const MyProfileSchema = z
  .object({ fields: z.array(ProfileField).describe('In the order of the form.') })
  .meta({ id: 'MyProfileSchema' });

/** Query parameters of the form. */
export const profileSchemaQuery = z.strictObject({
  locale: locale.optional().describe('Language of labels (RFC 4647 lookup).'),
});

/** Body of POST: the contact to add, or to send another code to. */
export const AddContactRequest = z
  .strictObject({
    type: ContactType,
    value: text({ min: 3, max: 320 }).describe('An e-mail address, or an E.164 phone number.'),
  })
  .meta({ id: 'AddContactRequest' });

/** Body of the verification. */
export const VerifyContactRequest = z
  .strictObject({
    code: z
      .string()
      .regex(/^[0-9]{6}$/, { error: 'must be 6 digits' })
      .meta({ examples: ['493817'] }),
  })
  .meta({ id: 'VerifyContactRequest' });

/** A pending invitation to the user. */
export const MyInvitation = z
  .object({
    id: idSchema('invitation'),
    organizationId: idSchema('organization'),
    organizationName: z.string(),
    email: z.string(),
    roles: z.array(z.string()),
    message: z.string().nullable(),
    expiresAt: time,
    createdAt: time,
  })
  .meta({ id: 'MyInvitation' });

/** The result of accepting or declining an invitation. */
export const AnsweredInvitation = z
  .object({
    id: idSchema('invitation'),
    organizationId: idSchema('organization'),
    state: z.enum(['accepted', 'declined']),
  })
  .meta({ id: 'AnsweredInvitation' });

/** The largest preferences of a user, as JSON, in bytes. */
export const maxPreferenceBytes = 16 * 1024;

/** Body of PUT: what the applications remember for the user. */
export const PutPreferencesRequest = z
  .strictObject({ values: metadata.describe(`At most ${maxPreferenceBytes} bytes as JSON.`) })
  .meta({ id: 'PutPreferencesRequest' });

/** What the applications remember for the user: language, theme, columns of tables, saved views. */
export const MyPreferences = z
  .object({
    values: z.record(z.string(), z.unknown()),
    updatedAt: time.nullable().describe('Null if nothing was stored yet.'),
  })
  .meta({ id: 'MyPreferences' });

/** Numbers of users by status. */
export const UserSummary = z
  .object({
    total: z.int(),
    active: z.int(),
    suspended: z.int(),
    deactivated: z.int(),
    isExact: z
      .boolean()
      .describe(
        `False if more than ${maxBulkUsers} users match the query parameters: only that many are counted then.`,
      ),
    countedAt: time.describe('When the users were counted, at most a minute ago.'),
  })
  .meta({ id: 'UserSummary' });

export type MyContactResource = z.infer<typeof MyContact>;
export type MyProfileResource = z.infer<typeof MyProfile>;
export type MyProfileUpdate = z.infer<typeof UpdateMyProfileRequest>;
export type ProfileFieldResource = z.infer<typeof ProfileField>;
export type MyInvitationResource = z.infer<typeof MyInvitation>;
export type UserSummaryResource = z.infer<typeof UserSummary>;
