import { z } from 'zod';
import { Deletion, listOf, paging } from '../common/list.ts';
import { allOf, operations, recentSignIn } from '../operation.ts';
import { selfRead, selfWrite } from '../self-operations.ts';
import {
  AddContactRequest,
  AnsweredInvitation,
  MyContact,
  MyInvitation,
  MyPreferences,
  MyProfile,
  MyProfileSchema,
  PutPreferencesRequest,
  UpdateMyProfileRequest,
  UserSummary,
  VerifyContactRequest,
  profileSchemaQuery,
} from './own-account.ts';
import { userConditions } from './user-filter.ts';
import { UserOrganization } from './user.ts';

const path = '/api/v1/me';

/** Operations on the profile of the token's user. */
export const ownProfileOperations = operations({
  meGet: {
    method: 'get',
    path,
    scopes: selfRead,
    summary: 'Gets your profile',
    response: MyProfile,
    errors: [],
  },
  meUpdate: {
    method: 'patch',
    path,
    scopes: selfWrite,
    summary: 'Updates your profile',
    description:
      'JSON Merge Patch (RFC 7396), including `metadata`. `GET /me/profile-schema` shows which properties can be changed. E-mail addresses and phone numbers are changed as contacts.',
    body: UpdateMyProfileRequest,
    mergePatch: true,
    response: MyProfile,
    errors: ['already_exists', 'invalid_state', 'precondition_failed', 'limit_exceeded'],
    maxBodyBytes: 262_144,
  },
  meProfileSchemaGet: {
    method: 'get',
    path: `${path}/profile-schema`,
    scopes: selfRead,
    summary: 'Gets the form of your profile',
    description:
      'Lists the properties that you can see, in the order of the form, and which of them you can change.',
    query: profileSchemaQuery,
    response: MyProfileSchema,
    errors: [],
  },
  mePreferencesGet: {
    method: 'get',
    path: `${path}/preferences`,
    scopes: selfRead,
    summary: 'Gets your preferences',
    response: MyPreferences,
    errors: [],
  },
  mePreferencesPut: {
    method: 'put',
    path: `${path}/preferences`,
    scopes: selfWrite,
    summary: 'Replaces your preferences',
    description:
      'What the applications remember for you, such as language, theme, columns of tables and saved views. They are deleted with the user.',
    body: PutPreferencesRequest,
    response: MyPreferences,
    errors: ['precondition_failed', 'limit_exceeded'],
    maxBodyBytes: 65_536,
  },
});

/** Operations on the contacts of the token's user. */
export const ownContactOperations = operations({
  meContactCreate: {
    method: 'post',
    path: `${path}/contacts`,
    scopes: selfWrite,
    summary: 'Adds a contact and sends a code to it',
    description:
      'The contact belongs to you once you have entered the code. Call this again for another code. Only one code is valid at a time. Codes can be sent to e-mail addresses, not to phone numbers.',
    body: AddContactRequest,
    response: MyContact,
    errors: ['already_exists', 'invalid_state', 'limit_exceeded'],
    noEtag: true,
  },
  meContactVerify: {
    method: 'post',
    path: `${path}/contacts/{contactId}/verify`,
    scopes: selfWrite,
    summary: 'Verifies a contact with the code that was sent to it',
    description:
      'The first verified e-mail address becomes the primary one. Returns 409 `already_exists` if the contact belongs to another account.',
    body: VerifyContactRequest,
    response: MyContact,
    errors: ['already_exists', 'invalid_state', 'limit_exceeded'],
    noEtag: true,
  },
  meContactMakePrimary: {
    method: 'put',
    path: `${path}/contacts/{contactId}/primary`,
    scopes: selfWrite,
    stepUp: recentSignIn,
    summary: 'Makes a verified contact the primary one',
    description: 'The former primary contact is kept.',
    response: MyContact,
    errors: ['already_exists', 'invalid_state', 'validation_failed'],
    noEtag: true,
  },
  meContactDelete: {
    method: 'delete',
    path: `${path}/contacts/{contactId}`,
    scopes: selfWrite,
    summary: 'Removes a contact',
    description: 'A primary contact cannot be removed. Make another one the primary one first.',
    response: Deletion,
    errors: ['invalid_state'],
  },
});

/** Operations on the organizations of the token's user. */
export const ownOrganizationOperations = operations({
  meOrganizationList: {
    method: 'get',
    path: `${path}/organizations`,
    scopes: selfRead,
    summary: 'Lists your organizations',
    description: '`roleSources` shows which roles are direct and which come from groups.',
    query: z.strictObject(paging),
    response: listOf(UserOrganization),
    errors: [],
    noEtag: true,
  },
  meOrganizationLeave: {
    method: 'delete',
    path: `${path}/organizations/{orgId}`,
    scopes: selfWrite,
    summary: 'Leaves an organization',
    description:
      'A membership that a directory manages cannot be ended here and returns 409 with `managed_by_directory`.',
    response: Deletion,
    errors: ['invalid_state'],
  },
});

/** Operations on invitations to the token's user. */
export const ownInvitationOperations = operations({
  meInvitationList: {
    method: 'get',
    path: `${path}/invitations`,
    scopes: selfRead,
    summary: 'Lists pending invitations to you',
    description: 'Lists invitations to your verified e-mail addresses, newest first.',
    query: z.strictObject(paging),
    response: listOf(MyInvitation),
    errors: [],
    noEtag: true,
  },
  meInvitationAccept: {
    method: 'post',
    path: `${path}/invitations/{invId}/accept`,
    scopes: selfWrite,
    summary: 'Accepts an invitation to you',
    response: AnsweredInvitation,
    errors: ['invalid_state', 'limit_exceeded'],
    noEtag: true,
  },
  meInvitationDecline: {
    method: 'post',
    path: `${path}/invitations/{invId}/decline`,
    scopes: selfWrite,
    summary: 'Declines an invitation to you',
    description: 'The invitation is revoked. The organization can invite you again.',
    response: AnsweredInvitation,
    errors: ['invalid_state'],
    noEtag: true,
  },
});

/** Numbers of users. */
export const userSummaryOperations = operations({
  userDirectorySummary: {
    method: 'get',
    path: '/api/v1/directory/users/summary',
    scopes: allOf('tenant:users.read'),
    summary: 'Counts users by status',
    description: 'With query parameters, counts only the users that match all of them.',
    query: z.strictObject(userConditions),
    response: UserSummary,
    errors: [],
    noEtag: true,
    mode: 'query',
  },
});
