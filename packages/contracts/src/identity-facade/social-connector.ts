import { z } from 'zod';
import { listOf } from '../common/list.ts';
import { text, time } from '../common/text.ts';
import { publicUrl } from './public-url.ts';

/** Providers with built-in settings. */
export const knownProviders = [
  'google',
  'apple',
  'microsoft',
  'github',
  'gitlab',
  'facebook',
  'linkedin',
  'x',
  'discord',
  'slack',
] as const;
/** See {@link knownProviders}. */
export type KnownProvider = (typeof knownProviders)[number];

const genericName = /^(oidc|oauth2)-[a-z0-9](?:-?[a-z0-9]){0,30}$/;

/** The protocol of a provider: a known one, or any OpenID Connect or OAuth 2.0 server. */
export type ProviderKind = KnownProvider | 'oidc' | 'oauth2';

/**
 * Returns the kind of a provider by its name in the path; undefined if there is no such provider.
 */
export function providerKind(provider: string): ProviderKind | undefined {
  const known = knownProviders.find((name) => name === provider);
  return known ?? (genericName.exec(provider)?.[1] as 'oidc' | 'oauth2' | undefined);
}

const scopeToken = z
  .string()
  .max(256)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, { error: 'must be a scope token (RFC 6749 §3.3)' });

const sourcePath = z
  .string()
  .max(255)
  .regex(/^[^.\s]+(?:\.[^.\s]+){0,7}$/, {
    error: 'must be a path of at most 8 names, separated by dots',
  });
const targets = [
  'email',
  'emailVerified',
  'givenName',
  'familyName',
  'displayName',
  'username',
  'picture',
  'locale',
  'phoneNumber',
];
const mapping = z
  .record(
    z.string().regex(new RegExp(`^(?:${targets.join('|')}|metadata\\.[A-Za-z0-9_-]{1,64})$`), {
      error: `must be one of ${targets.join(', ')}, or metadata.<key>`,
    }),
    sourcePath,
  )
  .refine((all) => Object.keys(all).filter((name) => name.startsWith('metadata.')).length <= 25, {
    error: 'must map at most 25 metadata keys',
  })
  .describe("Maps attributes of the user to paths in the provider's profile data.");

const domain = z
  .string()
  .max(253)
  .toLowerCase()
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/, {
    error: 'must be a domain name',
  });

const ownParameters =
  /^(?:client_id|redirect_uri|response_type|response_mode|state|nonce|scope|code_challenge.*|request|request_uri)$/i;
const extraParameters = z
  .record(
    z
      .string()
      .min(1)
      .max(64)
      .refine((name) => !ownParameters.test(name), {
        error: 'is set by the platform',
      }),
    z.string().max(512),
  )
  .refine((all) => Object.keys(all).length <= 10, { error: 'must have at most 10 parameters' })
  .describe('Parameters to add to the authorization request.');

const tenMarks = z.string().regex(/^[A-Z0-9]{10}$/, { error: 'must have 10 letters and digits' });
const apple = z.strictObject({
  teamId: tenMarks,
  keyId: tenMarks,
  privateKey: z
    .string()
    .max(4_096)
    .regex(/^-----BEGIN PRIVATE KEY-----[\s\S]+-----END PRIVATE KEY-----\s*$/, {
      error: 'must be a PKCS#8 key in PEM',
    })
    .describe('A P-256 private key in PEM. Write-only.'),
});
const microsoft = z.strictObject({
  tenant: z
    .string()
    .regex(
      /^(?:common|organizations|consumers|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:[a-z0-9-]+\.)+[a-z]{2,63})$/i,
      { error: 'must be common, organizations, consumers, a tenant id or a domain' },
    )
    .default('common'),
});
const oidc = z.strictObject({
  issuer: publicUrl.optional().describe('Issuer whose discovery document contains the endpoints.'),
  authorizationEndpoint: publicUrl.optional(),
  tokenEndpoint: publicUrl.optional(),
  jwksUri: publicUrl.optional(),
  userinfoEndpoint: publicUrl.optional(),
  tokenEndpointAuth: z
    .enum(['client_secret_basic', 'client_secret_post', 'none'])
    .default('client_secret_basic'),
  pkce: z.boolean().default(true),
});

const fields = {
  clientId: z.string().min(1).max(255),
  clientSecret: z.string().min(1).max(4_096).describe('Write-only.'),
  enabled: z
    .boolean()
    .describe('If false, the connector can be neither offered nor used. Linked accounts are kept.'),
  displayName: text({ max: 64 }),
  iconUrl: publicUrl.nullable(),
  scopes: z
    .array(scopeToken)
    .max(30)
    .refine((all) => new Set(all).size === all.length, { error: 'must not contain a scope twice' }),
  attributeMapping: mapping,
  profileSync: z.enum(['on_create', 'every_login', 'never']),
  linking: z
    .enum(['ask', 'verified_email', 'never'])
    .describe(
      'Whether an existing account with the same address is linked after the user signs in to it, automatically if both sides have verified the address, or never.',
    ),
  signUp: z.enum(['allow', 'deny']),
  allowedEmailDomains: z
    .array(domain)
    .max(100)
    .describe(
      'Domains of the verified e-mail addresses that are accepted. If empty, all domains are.',
    ),
  trustUpstreamAssurance: z
    .boolean()
    .describe("Whether to trust the provider's `acr` and `amr` claims."),
  extraParameters,
};

/** Body of POST. An omitted member has the provider's default. */
export const CreateSocialConnectorRequest = z
  .strictObject({
    ...fields,
    clientSecret: fields.clientSecret.optional(),
    enabled: fields.enabled.default(true),
    displayName: fields.displayName.optional(),
    iconUrl: fields.iconUrl.default(null),
    scopes: fields.scopes.optional(),
    attributeMapping: fields.attributeMapping.optional(),
    profileSync: fields.profileSync.default('on_create'),
    linking: fields.linking.default('ask'),
    signUp: fields.signUp.default('allow'),
    allowedEmailDomains: fields.allowedEmailDomains.default([]),
    trustUpstreamAssurance: fields.trustUpstreamAssurance.default(false),
    extraParameters: fields.extraParameters.default({}),
    apple: apple.optional(),
    microsoft: microsoft.optional(),
    oidc: oidc.optional(),
  })
  .meta({ id: 'CreateSocialConnectorRequest' });
/** See {@link CreateSocialConnectorRequest}. */
export type SocialConnectorInput = z.output<typeof CreateSocialConnectorRequest>;

const patchOf = <T extends z.ZodObject>(object: T) => object.partial().nullable().optional();

/** Body of PATCH (RFC 7396): `null` restores the default. */
export const PatchSocialConnectorRequest = z
  .strictObject({
    clientId: fields.clientId.optional(),
    clientSecret: fields.clientSecret.nullable().optional(),
    enabled: fields.enabled.optional(),
    displayName: fields.displayName.nullable().optional(),
    iconUrl: fields.iconUrl.optional(),
    scopes: fields.scopes.nullable().optional(),
    attributeMapping: z.record(z.string(), sourcePath.nullable()).nullable().optional(),
    profileSync: fields.profileSync.nullable().optional(),
    linking: fields.linking.nullable().optional(),
    signUp: fields.signUp.nullable().optional(),
    allowedEmailDomains: fields.allowedEmailDomains.nullable().optional(),
    trustUpstreamAssurance: fields.trustUpstreamAssurance.nullable().optional(),
    extraParameters: z.record(z.string(), z.string().max(512).nullable()).nullable().optional(),
    apple: patchOf(apple),
    microsoft: patchOf(z.strictObject({ tenant: microsoft.shape.tenant.unwrap() })),
    oidc: z
      .strictObject({
        issuer: publicUrl.nullable(),
        authorizationEndpoint: publicUrl.nullable(),
        tokenEndpoint: publicUrl.nullable(),
        jwksUri: publicUrl.nullable(),
        userinfoEndpoint: publicUrl.nullable(),
        tokenEndpointAuth: oidc.shape.tokenEndpointAuth.unwrap(),
        pkce: z.boolean(),
      })
      .partial()
      .nullable()
      .optional(),
  })
  .meta({ id: 'PatchSocialConnectorRequest' });
/** See {@link PatchSocialConnectorRequest}. */
export type SocialConnectorPatch = z.output<typeof PatchSocialConnectorRequest>;

const shownUrl = z.string().optional();

/** A social connector, without its secrets. */
export const SocialConnector = z
  .object({
    id: z.string(),
    provider: z.string(),
    clientId: z.string(),
    enabled: fields.enabled,
    displayName: z.string(),
    iconUrl: z.string().nullable(),
    scopes: z.array(z.string()),
    attributeMapping: z.record(z.string(), z.string()),
    profileSync: fields.profileSync,
    linking: fields.linking,
    signUp: fields.signUp,
    allowedEmailDomains: z.array(z.string()),
    trustUpstreamAssurance: z.boolean(),
    extraParameters: z.record(z.string(), z.string()),
    apple: z.object({ teamId: z.string(), keyId: z.string() }).optional(),
    microsoft: z.object({ tenant: z.string() }).optional(),
    oidc: z
      .object({
        issuer: shownUrl,
        authorizationEndpoint: shownUrl,
        tokenEndpoint: shownUrl,
        jwksUri: shownUrl,
        userinfoEndpoint: shownUrl,
        tokenEndpointAuth: z.enum(['client_secret_basic', 'client_secret_post', 'none']),
        pkce: z.boolean(),
      })
      .optional(),
    hasClientSecret: z.boolean(),
    clientSecretLast4: z
      .string()
      .optional()
      .describe('Absent for secrets shorter than 12 characters.'),
    hasPrivateKey: z.boolean(),
    callbackUrls: z.array(z.string()).describe('Redirect URIs to register with the provider.'),
    emailVerifiedSource: z
      .enum(['claim', 'primary_email', 'tenant_claim', 'never'])
      .describe('The condition under which an address from this provider is considered verified.'),
    health: z.enum(['ok', 'unverified', 'failing']),
    lastUsedAt: time.nullable(),
    secretUpdatedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'SocialConnector' });
/** See {@link SocialConnector}. */
export type SocialConnectorResource = z.input<typeof SocialConnector>;

/** All social connectors of a tenant. */
export const SocialConnectorList = listOf(SocialConnector).meta({ id: 'SocialConnectorList' });
