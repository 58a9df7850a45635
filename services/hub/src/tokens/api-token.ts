import { randomBytes } from 'node:crypto';
import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';
import type { ApiUserAccess } from '../api-resources/api-user-access.ts';
import type { RequestedApi } from '../api-resources/granted-scopes.ts';

/** A token for an API of the tenant, while it is made. */
export interface ApiToken {
  api: RequestedApi;
  /** The key that signs it. */
  kid: string | undefined;
  /** What the client gets instead of the JWT. */
  opaque: string | undefined;
  /** What the roles of its user grant, if it matters. */
  access: ApiUserAccess | undefined;
}

/** Prefix of opaque access tokens. */
export const opaquePrefix = 'oat_';

const tokens = new WeakMap<KoaContextWithOIDC, Map<string, ApiToken>>();
const opaque = new WeakMap<AccessToken | ClientCredentials, string>();

/** Keeps what is known of the token that a request asks for, by the name of its resource. */
export function noteApiToken(ctx: KoaContextWithOIDC, token: Omit<ApiToken, 'opaque'>): void {
  const known = tokens.get(ctx) ?? new Map<string, ApiToken>();
  tokens.set(ctx, known);
  const isOpaque = token.api.settings.tokenFormat === 'opaque';
  const value = isOpaque ? opaquePrefix + randomBytes(32).toString('base64url') : undefined;
  known.set(token.api.identifier, { ...token, opaque: value });
}

interface WithResource {
  resourceServer?: { identifier(): string };
}

/** The API of a token that is about to be signed; undefined for one of the management API. */
export function apiTokenOf(
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
): ApiToken | undefined {
  const { resourceServer } = token as WithResource;
  return resourceServer && tokens.get(ctx)?.get(resourceServer.identifier());
}

/** Notes that the client gets an opaque value instead of this JWT. */
export const noteOpaqueValue = (token: AccessToken | ClientCredentials, value: string): void =>
  void opaque.set(token, value);

/** See {@link noteOpaqueValue}. */
export const opaqueValueOf = (token: object): string | undefined =>
  opaque.get(token as AccessToken);

/** Whether a request is for a token of an API of the tenant. */
export const isForApi = (ctx: KoaContextWithOIDC): boolean => tokens.has(ctx);
