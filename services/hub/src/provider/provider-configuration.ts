import { webClientId } from '@platform/contracts';
import { errors } from 'oidc-provider';
import type {
  AccessToken,
  Adapter,
  Client,
  ClientCredentials,
  Configuration,
  KoaContextWithOIDC,
  RefreshToken,
} from 'oidc-provider';
import { clientExtras, extrasOf } from '../oauth-clients/client-source.ts';
import { existingGrant } from '../login/prompts/existing-grant.ts';
import { limitRounds } from '../login/prompts/login-rounds.ts';
import { loginPolicy } from '../login/prompts/login-policy.ts';
import { sessionSeconds } from '../sessions/sign-in-session.ts';
import type { SignInSession } from '../sessions/sign-in-session.ts';
import { mayHaveRefreshToken } from '../tokens/access-policy-check.ts';
import { detailsParameter } from '../tokens/requested-details.ts';
import { accessLoader } from '../tokens/resource-scopes.ts';
import { claimsOfScopes } from '../userinfo/standard-claims.ts';
import { accounts } from './account.ts';
import { artifactAdapter, clientAdapter } from './adapter.ts';
import { assertionAlgorithms, authMethods, idTokenAlgorithms } from './metadata.ts';
import type { OwnProviderOptions, ProviderOptions } from './provider-options.ts';
import { tokenSigner } from './token-signer.ts';

const routes = {
  authorization: '/oauth2/authorize',
  pushed_authorization_request: '/oauth2/par',
  token: '/oauth2/token',
  introspection: '/oauth2/introspect',
  revocation: '/oauth2/revoke',
  jwks: '/oauth2/jwks',
  userinfo: '/oauth2/userinfo',
  end_session: '/oauth2/logout',
  device_authorization: '/oauth2/device_authorization',
  code_verification: '/activate',
};

/** Without a `domain`, browsers send the cookies only to the host that set them. */
export const cookie = { httpOnly: true, sameSite: 'lax', secure: true, signed: true } as const;

/**
 * RFC 9700 §2.1.1: PKCE prevents code injection. A confidential client that has opted out must send a `nonce` instead (OpenID Connect Core
 * §3.1.2.1), unless it has opted out of both.
 */
function requiresPkce(ctx: KoaContextWithOIDC, client: Client): boolean {
  const { require_pkce: isRequired, require_nonce: needsNonce } = extrasOf(client);
  if (isRequired || client.clientAuthMethod === 'none') return true;
  if (!needsNonce) return false;
  const { nonce, scope } = ctx.oidc.params as { nonce?: string; scope?: string };
  if (nonce === undefined || !scope?.split(' ').includes('openid'))
    throw new errors.InvalidRequest('nonce is required for the scope openid without PKCE');
  return false;
}

/** Whether a refresh token would be of use: some API of the grant accepts it. */
async function coversRefresh(
  ctx: KoaContextWithOIDC,
  { apis, apiResources }: OwnProviderOptions,
  source: object,
): Promise<boolean> {
  const names = [(source as { resource?: string | string[] }).resource ?? []].flat();
  if (names.length === 0 || names.some((name) => apiResources.has(name))) return true;
  const found = await Promise.all(names.map((name) => apis.named(ctx, name)));
  return found.some((api) => api?.settings.offlineAccess);
}

/** An API can shorten the life of its tokens. */
const accessTokenSeconds = (token: AccessToken | ClientCredentials, client: Client): number =>
  token.resourceServer?.accessTokenTTL ?? extrasOf(client).access_token_seconds;

function ttl({ lifetimes }: ProviderOptions): Configuration['ttl'] {
  const refresh = (token: RefreshToken, client: Client): number => {
    const issuedAt = (token as { iiat?: number }).iiat ?? Math.floor(Date.now() / 1000);
    const left = issuedAt + lifetimes.refreshAbsolute - Math.floor(Date.now() / 1000);
    return Math.max(1, Math.min(extrasOf(client).refresh_idle_seconds, left));
  };
  return {
    ClientCredentials: (_ctx, token, client) => accessTokenSeconds(token, client),
    AccessToken: (_ctx, token, client) => accessTokenSeconds(token, client),
    AuthorizationCode: lifetimes.authorizationCode,
    DeviceCode: lifetimes.deviceCode,
    IdToken: lifetimes.idToken,
    RefreshToken: (_ctx, token, client) => refresh(token, client),
    Session: (_ctx, session) => sessionSeconds(session as SignInSession, lifetimes.session),
    Interaction: 3600,
    // Outlives every refresh token of the grant, including one issued at the end of the session.
    Grant: lifetimes.refreshAbsolute + lifetimes.session,
  };
}

/**
 * Builds the configuration of an issuer's provider. The caller adds resources and token formats. `onPublicClient` is called for each request of a
 * public client at an endpoint where clients authenticate, and may throw.
 */
export function providerConfiguration(
  options: OwnProviderOptions,
  onPublicClient: (ctx: KoaContextWithOIDC, client: Client) => void,
): Configuration {
  const { tenant, pagesOf } = options;
  const pages = pagesOf(tenant);
  const tenantId = tenant.id;
  return {
    adapter: (model: string) =>
      model === 'Client'
        ? (clientAdapter(
            { ...options, tenantId, issuer: tenant.issuer },
            onPublicClient,
          ) as Adapter)
        : artifactAdapter({ ...options, tenantId }, model),
    // The platform's keys come first: without a key id, the library takes the first of an algorithm.
    jwks: {
      keys: [...options.signing.map(tokenSigner), ...options.resourceSigning.signers] as never,
    },
    routes,
    responseTypes: ['code'],
    scopes: ['openid', 'offline_access'],
    claims: {
      openid: ['sub', 'acr', 'amr', 'auth_time', 'sid'],
      ...Object.fromEntries(Object.entries(claimsOfScopes).map(([k, v]) => [k, [...v]])),
    },
    clientAuthMethods: [...authMethods, 'none'],
    enabledJWA: {
      clientAuthSigningAlgValues: [...assertionAlgorithms],
      idTokenSigningAlgValues: [...idTokenAlgorithms],
    },
    clockTolerance: 30,
    cookies: {
      keys: options.cookieKeys(new URL(tenant.issuer).host),
      names: {
        session: '__Secure-session',
        interaction: '__Secure-interaction',
        resume: '__Secure-resume',
      },
      long: cookie,
      short: cookie,
    },
    extraClientMetadata: { properties: [...clientExtras] },
    extraParams: {
      link_intent: null,
      authorization_details: detailsParameter(options.apis, options.validatorOf),
    },
    fetch: options.fetch,
    ttl: ttl(options),
    pkce: { required: requiresPkce },
    allowOmittingSingleRegisteredRedirectUri: false,
    findAccount: accounts(options, tenantId, accessLoader({ ...options, tenantId })),
    loadExistingGrant: existingGrant({ db: options.db, tenantId, apis: options.apis }),
    rotateRefreshToken: true,
    issueRefreshToken: async (ctx, client, source) =>
      client.grantTypeAllowed('refresh_token') &&
      // Without offline access, a refresh token ends with the session (OpenID Connect Core §11).
      (source.scopes.has('offline_access') || client.clientId === webClientId) &&
      (await coversRefresh(ctx, options, source)) &&
      mayHaveRefreshToken(ctx),
    interactions: {
      policy: loginPolicy({
        tenantId,
        evaluatePolicies: options.evaluatePolicies,
        hooks: options.hooks,
        apis: options.apis,
        apiResources: options.apiResources,
      }),
      url: (ctx, { uid }) => {
        limitRounds(ctx);
        return `/login/${uid}`;
      },
    },
    clientBasedCORS: (_ctx, origin, client) => extrasOf(client).allowed_origins.includes(origin),
    renderError: (ctx, out, error) => pages.error(ctx, out, error),
  };
}
