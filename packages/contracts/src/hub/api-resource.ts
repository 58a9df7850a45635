import { z } from 'zod';
import { httpsUrl, text, time } from '../common/text.ts';
import { idSchema } from '../ids.ts';
import { metadataOf, metadataValue } from './metadata-pairs.ts';

/** Format of an API's access tokens: JWT (RFC 9068), or a reference that the API introspects. */
export const ApiTokenFormat = z.enum(['jwt', 'opaque']);

/** Algorithms with which access tokens of APIs are signed. */
export const ApiSigningAlgorithm = z.enum(['ES256', 'RS256', 'PS256', 'EdDSA']);

/** The name of a scope as a request sends it. */
export const apiScopeName = z
  .string()
  .max(128)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, { error: 'must be a scope token (RFC 6749 §3.3)' });

const distinct = <T extends z.ZodType>(item: T, max: number) =>
  z
    .array(item)
    .max(max)
    .refine((all) => new Set(all).size === all.length, { error: 'must not contain an entry twice' })
    .meta({ uniqueItems: true });

/** Writable members with a default, restored by `null` or by omitting them at creation. */
const settings = {
  description: text({ max: 500 }).nullable(),
  logoUri: httpsUrl.nullable(),
  documentationUri: httpsUrl.nullable(),
  tosUri: httpsUrl.nullable(),
  policyUri: httpsUrl.nullable(),
  tokenFormat: ApiTokenFormat.nullable().describe(
    'Format of access tokens. Defaults to `jwt`. An API with `opaque` tokens introspects them.',
  ),
  signingAlg: ApiSigningAlgorithm.nullable().describe(
    'Algorithm of access tokens. Defaults to `ES256`.',
  ),
  accessTokenTtlSeconds: z
    .int()
    .min(60)
    .max(3600)
    .nullable()
    .describe('Maximum lifetime of access tokens. Defaults to 600. Applications can set less.'),
  clientAccess: z
    .enum(['listed', 'first_party', 'all'])
    .nullable()
    .describe(
      'Which applications get tokens: those added to the API, first-party applications as well, or all. With `all`, applications of third parties that were not added get tokens of users only. Defaults to `listed`.',
    ),
  userAccess: z
    .enum(['any', 'permission'])
    .nullable()
    .describe(
      'With `permission`, users get a scope only if a role grants the permission of the scope. Defaults to `any`.',
    ),
  defaultScopes: distinct(apiScopeName, 200)
    .nullable()
    .describe('Scopes for requests that name none of the API.'),
  claims: distinct(z.enum(['roles', 'permissions', 'entitlements', 'custom']), 4)
    .nullable()
    .describe(
      'Further claims of access tokens. `permissions` contains those of this API. `custom` adds the claims of the application’s claims webhook.',
    ),
  organization: z
    .enum(['optional', 'none', 'required'])
    .nullable()
    .describe(
      'Whether tokens contain the organization that the user signed in to (`org_id`). With `required`, requests without one return `access_denied`. Defaults to `optional`.',
    ),
  senderConstraint: z
    .enum(['none', 'any', 'dpop', 'mtls'])
    .nullable()
    .describe(
      'Whether tokens must be bound to a key of the client. Requests for a token that would not be bound return `invalid_grant`. Defaults to `none`.',
    ),
  offlineAccess: z
    .boolean()
    .nullable()
    .describe('Whether refresh tokens can be exchanged for tokens of this API. Defaults to true.'),
  userinfoAudience: z
    .boolean()
    .nullable()
    .describe(
      'Whether tokens with the scope `openid` can also be used at the UserInfo endpoint. Defaults to false.',
    ),
  introspectionClients: distinct(z.string().min(1).max(128), 20)
    .nullable()
    .describe('Applications that can introspect tokens of the API, such as its resource server.'),
  publish: z
    .boolean()
    .nullable()
    .describe('Whether the metadata of the API (RFC 9728) is public. Defaults to false.'),
};

/** Body of POST. */
export const CreateApiResourceRequest = z
  .strictObject({
    identifier: z
      .string()
      .min(1)
      .max(255)
      .describe(
        'The `resource` of requests (RFC 8707) and the `aud` of tokens: an https URL, an http URL of a loopback host, or a `urn:` or `api:` URI. Cannot be changed.',
      ),
    name: text({ max: 120 }),
    enabled: z.boolean().default(true),
    ...z.strictObject({ ...settings, metadata: metadataOf(metadataValue).nullable() }).partial()
      .shape,
  })
  .meta({ id: 'CreateApiResourceRequest' });

/** Body of PATCH: merge patch; `metadata` is merged by name. */
export const UpdateApiResourceRequest = z
  .strictObject({
    identifier: z.string().describe('Fixed.'),
    name: text({ max: 120 }),
    enabled: z.boolean(),
    ...settings,
    metadata: metadataOf(metadataValue.nullable()).nullable(),
  })
  .partial()
  .meta({ id: 'UpdateApiResourceRequest' });

/** An API of the tenant that accepts access tokens of its issuer. */
export const ApiResource = z
  .object({
    id: idSchema('apiResource'),
    identifier: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    logoUri: z.string().nullable(),
    documentationUri: z.string().nullable(),
    tosUri: z.string().nullable(),
    policyUri: z.string().nullable(),
    tokenFormat: ApiTokenFormat,
    signingAlg: ApiSigningAlgorithm,
    accessTokenTtlSeconds: z.int(),
    clientAccess: z.enum(['listed', 'first_party', 'all']),
    userAccess: z.enum(['any', 'permission']),
    defaultScopes: z.array(z.string()),
    claims: z.array(z.enum(['roles', 'permissions', 'entitlements', 'custom'])),
    organization: z.enum(['optional', 'none', 'required']),
    senderConstraint: z.enum(['none', 'any', 'dpop', 'mtls']),
    offlineAccess: z.boolean(),
    userinfoAudience: z.boolean(),
    introspectionClients: z.array(z.string()),
    publish: z.boolean(),
    enabled: z.boolean(),
    metadata: z.record(z.string(), z.string()),
    tokensLiveUntil: time
      .nullable()
      .describe(
        'When the last token issued before the API was disabled expires for backends that verify tokens without introspection. Null while the API is enabled.',
      ),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'ApiResource' });

/** Response of deleting an API. */
export const ApiResourceDeletion = z
  .object({ id: z.string(), deleted: z.literal(true), tokensLiveUntil: time })
  .meta({ id: 'ApiResourceDeletion' });

/** Metadata of a protected resource (RFC 9728 §2). */
export const ProtectedResourceMetadata = z
  .looseObject({
    resource: z.string(),
    authorization_servers: z.array(z.string()),
    scopes_supported: z.array(z.string()),
    bearer_methods_supported: z.array(z.string()),
    resource_name: z.string(),
  })
  .meta({ id: 'ProtectedResourceMetadata' });

/** Body of POST on simulate. */
export const SimulateApiResourceRequest = z
  .strictObject({
    clientId: z.string().min(1).max(128),
    userId: idSchema('user').optional().describe('Omit it for a token of the application itself.'),
    organizationId: idSchema('organization').optional(),
    scopes: distinct(apiScopeName, 200).describe('If empty, the default scopes of the API.'),
  })
  .meta({ id: 'SimulateApiResourceRequest' });

/** Why a token lacks a scope. */
export const ScopeRefusal = z.enum([
  'unknown_scope',
  'client_not_allowed',
  'scope_not_allowed',
  'mode_not_allowed',
  'permission_missing',
  'organization_required',
  'consent_required',
  'step_up_required',
]);

/** The token that an application would get. */
export const ApiResourceSimulation = z
  .object({
    scopes: z.array(z.string()),
    left: z.array(z.object({ scope: z.string(), reason: ScopeRefusal })),
    claims: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'ApiResourceSimulation' });

export type ApiResourceResource = z.infer<typeof ApiResource>;
export type ApiResourceCreation = z.infer<typeof CreateApiResourceRequest>;
export type ApiResourceUpdate = z.infer<typeof UpdateApiResourceRequest>;
export type ApiSigningAlg = z.infer<typeof ApiSigningAlgorithm>;
export type ScopeRefusalReason = z.infer<typeof ScopeRefusal>;
export type ApiSimulationRequest = z.infer<typeof SimulateApiResourceRequest>;
export type ApiSimulation = z.infer<typeof ApiResourceSimulation>;
