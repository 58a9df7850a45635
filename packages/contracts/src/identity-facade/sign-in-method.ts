import { z } from 'zod';
import { text, time } from '../common/text.ts';
import { UserDevice } from '../common/user-device.ts';
import { idSchema } from '../ids.ts';
import { ConnectorName } from './login-flow-method.ts';

/** What users can sign in with, and the second factors that they have set up. */
export const signInMethodTypes = [
  'password',
  'passkey',
  'security_key',
  'totp',
  'recovery_codes',
  'social',
] as const;

/** A sign-in method of a user, without secrets. */
export const SignInMethod = z
  .object({
    id: z
      .string()
      .describe('Id of the authenticator or linked identity, or `password` or `recovery_codes`.'),
    type: z.enum(signInMethodTypes),
    label: z.string().nullable(),
    provider: z.string().nullable().describe('The social connector.'),
    email: z.string().nullable().describe('The address at the provider.'),
    createdAt: time.nullable(),
    lastUsedAt: time.nullable(),
    remaining: z.int().nullable().describe('Number of unused recovery codes.'),
    signsIn: z.boolean().describe('Whether the active login flow accepts it as the first factor.'),
    removable: z.boolean().describe('False if the user could not sign in without it.'),
  })
  .meta({ id: 'SignInMethod' });

/** An identity at a social provider that is linked to a user. */
export const LinkedIdentity = z
  .object({
    id: idSchema('linkedIdentity'),
    provider: z.string(),
    email: z.string().nullable(),
    linkedAt: time,
    lastUsedAt: time.nullable(),
  })
  .meta({ id: 'LinkedIdentity' });

/** A social provider at which the user can have an identity. */
export const IdentityProvider = z
  .object({ provider: ConnectorName, displayName: z.string() })
  .meta({ id: 'IdentityProvider' });

/** Body of POST: begins to link an identity. */
export const BeginIdentityLinkRequest = z
  .strictObject({ provider: ConnectorName })
  .meta({ id: 'BeginIdentityLinkRequest' });

/** Where the browser goes to prove an identity. */
export const IdentityLink = z
  .object({
    authorizationUrl: z
      .string()
      .describe(
        'Where the user signs in at the provider. The browser returns to `/account/connections`, with the response of the provider in the fragment.',
      ),
    state: z.string(),
  })
  .meta({ id: 'IdentityLink' });

const parameter = z.string().min(1).max(8_192);

/** Body of POST: the response of the provider. */
export const CompleteIdentityLinkRequest = z
  .strictObject({
    state: parameter,
    code: parameter.optional(),
    iss: parameter.optional(),
    error: parameter.optional(),
    user: parameter.optional().describe('The name and address that Apple sends once.'),
  })
  .meta({ id: 'CompleteIdentityLinkRequest' });

/** A browser that a user has signed in with. */
export const KnownDevice = z
  .object({
    id: idSchema('trustedDevice'),
    userAgent: z.string(),
    device: UserDevice,
    createdAt: time,
    lastUsedAt: time,
    trustedUntil: time.nullable().describe('Until when it replaces a second factor.'),
  })
  .meta({ id: 'KnownDevice' });

/** Body of PUT on a password. */
export const SetPasswordRequest = z
  .strictObject({
    newPassword: z.string().min(1).max(1_024),
  })
  .meta({ id: 'SetPasswordRequest' });

/** Response of setting a password. */
export const PasswordState = z.object({ setAt: time }).meta({ id: 'PasswordState' });

/** Methods that users set up in their account. */
export const ownAuthenticatorTypes = ['passkey', 'security_key', 'totp'] as const;

/** Body of POST: begins the enrollment of an authenticator. */
export const BeginEnrollmentRequest = z
  .strictObject({ type: z.enum(ownAuthenticatorTypes) })
  .meta({ id: 'BeginEnrollmentRequest' });

/** An enrollment in progress. */
export const Enrollment = z
  .object({
    id: idSchema('challenge'),
    type: z.enum(ownAuthenticatorTypes),
    publicKey: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe(
        'Options for `navigator.credentials.create()`, as JSON (WebAuthn Level 3 §5.1.10).',
      ),
    secret: z.string().nullable().describe('The secret for the authenticator app, in base32.'),
    uri: z.string().nullable().describe('The `otpauth:` URI for a QR code.'),
    expiresAt: time,
  })
  .meta({ id: 'Enrollment' });

/** Body of POST: completes an enrollment. */
export const CompleteEnrollmentRequest = z
  .strictObject({
    label: text({ max: 100 }).optional(),
    code: z.string().max(32).optional().describe('The code that the authenticator app shows.'),
    credential: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The new credential, as JSON (`PublicKeyCredential.toJSON()`).'),
  })
  .meta({ id: 'CompleteEnrollmentRequest' });

/** An enrolled authenticator. */
export const EnrolledAuthenticator = z
  .object({
    id: idSchema('authenticator'),
    type: z.enum(ownAuthenticatorTypes),
    label: z.string(),
    recoveryCodes: z
      .array(z.string())
      .describe('Created with the first authenticator app. They are shown once.'),
  })
  .meta({ id: 'EnrolledAuthenticator' });

/** Body of PATCH on an authenticator. */
export const UpdateAuthenticatorRequest = z
  .strictObject({ label: text({ min: 1, max: 100 }) })
  .meta({ id: 'UpdateAuthenticatorRequest' });

/** New recovery codes, which are shown once. */
export const RecoveryCodes = z
  .object({ recoveryCodes: z.array(z.string()) })
  .meta({ id: 'RecoveryCodes' });

/** Response of requiring a new password. */
export const RequiredPasswordReset = z
  .object({ id: idSchema('user'), required: z.literal(true) })
  .meta({ id: 'RequiredPasswordReset' });

/** Response of unlocking the credentials of a user. */
export const UnlockedCredentials = z
  .object({ id: idSchema('user'), unlocked: z.boolean() })
  .meta({ id: 'UnlockedCredentials' });

export type SignInMethodResource = z.infer<typeof SignInMethod>;
export type SignInMethodType = (typeof signInMethodTypes)[number];
export type OwnAuthenticatorType = (typeof ownAuthenticatorTypes)[number];
export type EnrollmentResource = z.infer<typeof Enrollment>;
export type EnrollmentCompletion = z.infer<typeof CompleteEnrollmentRequest>;
