import { z } from 'zod';
import { httpsUrl, text, time } from '../common/text.ts';
import { idSchema } from '../ids.ts';
import { metadataOf, metadataValue } from './metadata-pairs.ts';

/** Type of an OAuth client; determines its grants and authentication. */
export const ApplicationType = z.enum(['web', 'spa', 'native', 'm2m', 'device']);

/** Grant types, as the token endpoint names them. */
export const GrantType = z.enum([
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code',
  'urn:ietf:params:oauth:grant-type:token-exchange',
]);

/** How a client authenticates at the token endpoint. */
export const TokenEndpointAuthMethod = z.enum([
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'none',
]);

/** Members of a JWK that are private (RFC 7518 §6). */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
const maxKeySetLength = 32_768;

const clientId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._~-]{2,127}$/, {
  error:
    'must have 3 to 128 letters, digits, ".", "_", "~" or "-", and start with a letter or digit',
});
const scope = z
  .string()
  .max(256)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, { error: 'must be a scope token (RFC 6749 §3.3)' });
const redirectUri = z
  .string()
  .min(1)
  .max(2048)
  .meta({ format: 'uri', pattern: '^[A-Za-z][A-Za-z0-9+.-]*:[!-"$-)+-~]+$' });
const distinct = <T extends z.ZodType>(item: T, max: number) =>
  z
    .array(item)
    .max(max)
    .refine((all) => new Set(all).size === all.length, { error: 'must not contain an entry twice' })
    .meta({ uniqueItems: true });

/** A set of public keys (RFC 7517); rejects private members. */
const PublicKeySet = z
  .strictObject({
    keys: z
      .array(
        z.looseObject({
          kty: z.enum(['RSA', 'EC', 'OKP']),
          kid: z.string().min(1).max(256).optional(),
        }),
      )
      .min(1)
      .max(10),
  })
  .superRefine((set, context) => {
    set.keys.forEach((key, i) => {
      for (const member of privateMembers.filter((name) => Object.hasOwn(key, name))) {
        context.addIssue({
          code: 'custom',
          path: ['keys', i, member],
          message: 'must be a public key, not a private key',
        });
      }
    });
    if (JSON.stringify(set).length > maxKeySetLength)
      context.addIssue({
        code: 'custom',
        path: [],
        message: `must have at most ${maxKeySetLength} characters`,
      });
  });

/** Writable members with a default, restored by `null` or by omitting them at creation. */
const settings = {
  description: text({ max: 500 }).nullable(),
  logoUri: httpsUrl.nullable(),
  tosUri: httpsUrl.nullable(),
  policyUri: httpsUrl.nullable(),
  grantTypes: distinct(GrantType, 5)
    .nullable()
    .describe(
      'A subset of the values that the application type allows. Defaults to the usual values for the type.',
    ),
  redirectUris: distinct(redirectUri, 50)
    .nullable()
    .describe(
      'Compared exactly. Must use https, or http for a loopback host. Native applications can also use a private-use scheme that contains a dot (RFC 8252).',
    ),
  postLogoutRedirectUris: distinct(redirectUri, 50)
    .nullable()
    .describe('The same rules apply as for `redirectUris`.'),
  tokenEndpointAuthMethod: TokenEndpointAuthMethod.nullable(),
  jwks: PublicKeySet.nullable(),
  jwksUri: httpsUrl.nullable(),
  allowedScopes: distinct(scope, 200)
    .nullable()
    .describe(
      "The caller's token must have every `tenant:` scope in the list. Defaults to openid, profile, email and offline_access; for m2m, to none.",
    ),
  accessTokenTtlSeconds: z.int().min(60).max(3600).nullable(),
  refreshTokenIdleTtlSeconds: z.int().min(3600).max(7_776_000).nullable(),
  allowedOrigins: distinct(
    z.string().min(1).max(300).meta({ format: 'uri', pattern: '^https?://[^/?#*]+$' }),
    20,
  )
    .nullable()
    .describe('Origins from which browsers may call.'),
  requirePkce: z
    .boolean()
    .nullable()
    .describe(
      'Whether authorization requests require PKCE (RFC 7636). Only confidential clients can set it to false; they must then send a `nonce`, unless `requireNonce` is false.',
    ),
  requireNonce: z
    .boolean()
    .nullable()
    .describe(
      'Whether authorization requests without PKCE require a `nonce`. Only confidential clients can set it to false. Has no effect if `requirePkce` is true.',
    ),
  requirePar: z.boolean().nullable(),
  idTokenSignedResponseAlg: z.enum(['RS256', 'ES256']).nullable(),
  backchannelLogoutUri: httpsUrl.nullable(),
  firstParty: z.boolean().nullable().describe('If false, users are asked for consent.'),
};

/** Body of POST. */
export const CreateApplicationRequest = z
  .strictObject({
    clientId: clientId.optional().describe('Defaults to a generated id of the form `app_…`.'),
    name: text({ max: 120 }),
    type: ApplicationType,
    enabled: z.boolean().default(true),
    ...z.strictObject({ ...settings, metadata: metadataOf(metadataValue).nullable() }).partial()
      .shape,
  })
  .meta({ id: 'CreateApplicationRequest' });

/** Body of PATCH: merge patch; `metadata` is merged by name. */
export const UpdateApplicationRequest = z
  .strictObject({
    clientId: z.string().describe('Fixed.'),
    type: ApplicationType.describe('Fixed.'),
    name: text({ max: 120 }),
    enabled: z.boolean(),
    ...settings,
    metadata: metadataOf(metadataValue.nullable()).nullable(),
  })
  .partial()
  .meta({ id: 'UpdateApplicationRequest' });

/** The parts of an application's claims webhook that are shown. */
const ClaimsWebhookSummary = z.object({
  url: z.string(),
  tokenTypes: z.array(z.enum(['access_token', 'id_token'])),
  failureMode: z.enum(['omit', 'deny']),
  timeoutMilliseconds: z.int(),
  version: z.int(),
});

/** An OAuth client, as returned by the API. */
export const Application = z
  .object({
    id: z.string().describe('The client id.'),
    clientId: z.string(),
    name: z.string(),
    type: ApplicationType,
    description: z.string().nullable(),
    logoUri: z.string().nullable(),
    tosUri: z.string().nullable(),
    policyUri: z.string().nullable(),
    grantTypes: z.array(GrantType),
    redirectUris: z.array(z.string()),
    postLogoutRedirectUris: z.array(z.string()),
    tokenEndpointAuthMethod: TokenEndpointAuthMethod,
    jwks: z.object({ keys: z.array(z.looseObject({ kty: z.string() })) }).nullable(),
    jwksUri: z.string().nullable(),
    allowedScopes: z.array(z.string()),
    accessTokenTtlSeconds: z.int(),
    refreshTokenIdleTtlSeconds: z.int(),
    allowedOrigins: z.array(z.string()),
    requirePkce: z.boolean(),
    requireNonce: z.boolean(),
    requirePar: z.boolean(),
    idTokenSignedResponseAlg: z.enum(['RS256', 'ES256']),
    backchannelLogoutUri: z.string().nullable(),
    firstParty: z.boolean(),
    enabled: z.boolean(),
    claimsWebhook: ClaimsWebhookSummary.nullable(),
    metadata: z.record(z.string(), z.string()),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Application' });

/**
 * Response of a creation: contains a confidential client's first secret, which is never shown
 * again.
 */
export const CreatedApplication = Application.extend({ clientSecret: z.string().optional() }).meta({
  id: 'CreatedApplication',
});

/** Body of POST on secrets. */
export const CreateApplicationSecretRequest = z
  .strictObject({
    expiresPreviousInSeconds: z
      .int()
      .min(0)
      .max(2_592_000)
      .default(86_400)
      .describe('How long the previous secret stays valid.'),
  })
  .meta({ id: 'CreateApplicationSecretRequest' });

/** A secret of an application; its value is shown once, at creation. */
export const ApplicationSecret = z
  .object({
    id: idSchema('secret'),
    last4: z.string(),
    createdAt: time,
    expiresAt: time.nullable(),
    lastUsedAt: time.nullable(),
  })
  .meta({ id: 'ApplicationSecret' });

/** Response of creating a secret. */
export const CreatedApplicationSecret = ApplicationSecret.extend({ secret: z.string() }).meta({
  id: 'CreatedApplicationSecret',
});

export type ApplicationTypeName = z.infer<typeof ApplicationType>;
export type ApplicationResource = z.infer<typeof Application>;
export type ApplicationCreation = z.infer<typeof CreateApplicationRequest>;
export type ApplicationUpdate = z.infer<typeof UpdateApplicationRequest>;
export type ApplicationSecretResource = z.infer<typeof ApplicationSecret>;
