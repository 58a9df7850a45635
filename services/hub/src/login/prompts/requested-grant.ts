import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import type { NewConsent } from '../../account/consents.ts';
import { scopesOfApi } from '../../api-resources/granted-scopes.ts';
import type { RequestedApi } from '../../api-resources/granted-scopes.ts';
import { extrasOf } from '../../oauth-clients/client-source.ts';
import { isOidcScope } from '../../tokens/oidc-scopes.ts';
import type { RequestedApis } from '../../tokens/requested-apis.ts';

export interface RequestedGrant {
  /** Those of the issuer: of OpenID Connect, and of the management API. */
  scopes: string[];
  claims: string[];
  /** By the name of the resource, those of its own scopes that were requested. */
  resources: Readonly<Record<string, readonly string[]>>;
}

/** Claims about the sign-in itself, which need no consent. */
const signInClaims: ReadonlySet<string> = new Set(['sub', 'sid', 'auth_time', 'acr', 'amr', 'iss']);

/** The scopes that are not only those of an API of the tenant. */
export const issuerScopes = (
  scopes: readonly string[],
  apis: readonly RequestedApi[],
  allowed: readonly string[],
): string[] =>
  scopes.filter(
    (scope) =>
      isOidcScope(scope) ||
      allowed.includes(scope) ||
      !apis.some((api) => scopesOfApi(api, [scope]).length > 0),
  );

/** The APIs of the tenant that an authorization request names. */
export async function apisOfRequest(
  ctx: KoaContextWithOIDC,
  apis: RequestedApis,
): Promise<RequestedApi[]> {
  const names = Object.keys(ctx.oidc.resourceServers ?? {});
  const found = await Promise.all(names.map((name) => apis.named(ctx, name)));
  return found.filter((api) => api !== undefined);
}

/** What an authorization request asks to be granted. */
export function requestedGrant(
  { oidc }: KoaContextWithOIDC,
  apis: readonly RequestedApi[],
): RequestedGrant {
  const scopes = [...oidc.requestParamScopes];
  return {
    scopes: issuerScopes(scopes, apis, extrasOf(oidc.client!).allowed_scopes),
    claims: [...oidc.requestParamClaims].filter((claim) => !signInClaims.has(claim)),
    resources: Object.fromEntries(
      Object.entries(oidc.resourceServers ?? {}).map(([resource, server]) => [
        resource,
        scopes.filter((scope) => server.scopes.has(scope)),
      ]),
    ),
  };
}

/** Adds the requested scopes and claims to a grant: each resource gets its own scopes only. */
export function extendGrant(grant: Grant, { scopes, claims, resources }: RequestedGrant): void {
  grant.addOIDCScope(scopes.join(' '));
  grant.addOIDCClaims(claims);
  for (const [resource, ofResource] of Object.entries(resources))
    grant.addResourceScope(resource, ofResource.join(' '));
}

/** The consent that a grant needs. A consent that is stored leaves out sensitive scopes, for which users are asked each time. */
export const consentTo = (
  { scopes, claims, resources }: RequestedGrant,
  apis: readonly RequestedApi[],
  { isStored = false } = {},
): Omit<NewConsent, 'userId' | 'clientId'> => ({
  scopes,
  claims,
  resources: Object.keys(resources),
  apiScopes: Object.fromEntries(
    apis.map((api) => {
      const sensitive = api.scopes.filter((scope) => isStored && scope.sensitive);
      const left = new Set(sensitive.map(({ name }) => name));
      const requested = scopesOfApi(api, resources[api.identifier] ?? []);
      return [api.id, requested.filter((scope) => !left.has(scope))];
    }),
  ),
});
