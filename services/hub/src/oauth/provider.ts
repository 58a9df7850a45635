import type { EventEmitter } from 'node:events';
import type { Tenant } from '@platform/kit/auth';
import type { Logger } from '@platform/kit/log';
import { withRetryAfter } from '@platform/kit/problem';
import type { JWK } from 'jose';
import { Provider, errors } from 'oidc-provider';
import type { EnrichClaims } from '../claims-webhook/claims-enrichment.ts';
import type { Client, Configuration, KoaContextWithOIDC, ResourceServer } from 'oidc-provider';
import type { CheckAccess } from './access-policy-check.ts';
import { artifactAdapter } from './adapter.ts';
import type { AdapterOptions } from './adapter.ts';
import { clientExtras } from './client-source.ts';
import type { EntitledScopes } from './entitled-scopes.ts';
import type { ClientExtras } from './client-source.ts';
import { matchSecret } from './client-secret.ts';
import { assertionAlgorithms, authMethods } from './metadata.ts';
import type { LastLook } from './last-look.ts';
import { engineRefusal } from './oauth-error.ts';
import type { OAuthLimits } from './oauth-limits.ts';
import type { SecretUse } from './secret-use.ts';
import { structuredTokens } from './structured-tokens.ts';
import type { StructuredTokenOptions } from './structured-tokens.ts';
import { tokenClaims } from './token-claims.ts';

/** How the engine fetches. */
export type ProviderFetch = NonNullable<Configuration['fetch']>;

export interface ProviderOptions
  extends Omit<AdapterOptions, 'tenantId'>, Pick<StructuredTokenOptions, 'db' | 'verifyBearer'> {
  tenant: Pick<Tenant, 'id' | 'issuer'>;
  /** The private halves of the keys that sign. */
  signing: readonly JWK[];
  apiResources: ReadonlySet<string>;
  cookieKeys: readonly string[];
  limits: Pick<OAuthLimits, 'client'>;
  secretUse: Pick<SecretUse, 'used'>;
  /** Those scopes whose families the tenant is entitled to. */
  entitledScopes: EntitledScopes;
  /** What the access policies of a tenant's clients ask for. */
  checkAccess: (tenantId: string) => CheckAccess;
  /** Whether a token may still be issued, when all else is known. */
  lastLook: (tenantId: string) => LastLook;
  /** What clients' claims webhooks say. */
  enrich: EnrichClaims;
  /** The engine's way out to what clients register. */
  fetch: ProviderFetch;
  log: Logger;
}

const audience = 'product-api';
const maxAssertionSeconds = 3600;
const extrasOf = (client: Client): ClientExtras => client as unknown as ClientExtras;

/** Requested ∩ allowed ∩ entitled; without a request all that the client may have (RFC 6749 §3.3). */
async function grantScopes(
  ctx: KoaContextWithOIDC,
  client: Client,
  entitled: (scopes: readonly string[]) => Promise<readonly string[]>,
): Promise<string> {
  const { allowed_scopes: allowed } = extrasOf(client);
  const params = ctx.oidc.params as { scope?: string; grant_type?: string };
  if (params.grant_type !== 'client_credentials') return allowed.join(' ');
  const wanted =
    params.scope === undefined
      ? allowed
      : params.scope.split(' ').filter((scope) => allowed.includes(scope));
  if (params.scope !== undefined && wanted.length === 0)
    throw new errors.InvalidScope('the client has none of these scopes', params.scope);
  const left = (await entitled(wanted)).join(' ');
  if (params.scope === undefined) params.scope = left || undefined;
  else if (left === '')
    throw new errors.InvalidScope('the tenant is not entitled to these scopes', params.scope);
  return left;
}

/** One engine, for one issuer, under one set of keys. */
export function issuerProvider(options: ProviderOptions): Provider {
  const { tenant, limits, log } = options;
  const checkAccess = options.checkAccess(tenant.id);
  const lookAgain = options.lastLook(tenant.id);
  const addClaims = tokenClaims({ tenantId: tenant.id, enrich: options.enrich });

  function authenticated(ctx: KoaContextWithOIDC, client: Client): void {
    const refusal = limits.client(tenant.id, client.clientId);
    if (!refusal) return;
    ctx.set(refusal);
    throw engineRefusal(429, 'temporarily_unavailable', 'too many requests of this client');
  }

  const configuration: Configuration = {
    adapter: (model: string) => artifactAdapter({ ...options, tenantId: tenant.id }, model),
    jwks: { keys: options.signing as never },
    routes: {
      token: '/oauth2/token',
      introspection: '/oauth2/introspect',
      revocation: '/oauth2/revoke',
      jwks: '/oauth2/jwks',
      authorization: '/oauth2/authorize',
    },
    responseTypes: [],
    scopes: ['openid'],
    clientAuthMethods: [...authMethods, 'none'],
    enabledJWA: { clientAuthSigningAlgValues: [...assertionAlgorithms] },
    clockTolerance: 30,
    cookies: { keys: [...options.cookieKeys] },
    extraClientMetadata: { properties: [...clientExtras] },
    fetch: options.fetch,
    ttl: { ClientCredentials: (_ctx, _token, client) => extrasOf(client).access_token_seconds },
    assertJwtClientAuthClaimsAndHeader: async (ctx, claims, _header, client) => {
      if ((claims['exp'] as number) > Date.now() / 1000 + maxAssertionSeconds)
        throw new errors.InvalidClientAuth('the assertion lives too long');
      authenticated(ctx, client);
    },
    formats: {
      customizers: {
        jwt: async (ctx, token, jwt) => {
          jwt.payload['tnt'] = tenant.id;
          await checkAccess(ctx, token, jwt);
          await addClaims(ctx, token, jwt);
          jwt.payload.iat = await lookAgain(token, jwt.payload.iat as number);
        },
      },
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
      revocation: { enabled: true },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => [...options.apiResources][0] as string,
        useGrantedResource: () => true,
        getResourceServerInfo: async (ctx, resource, client): Promise<ResourceServer> => {
          if (!options.apiResources.has(resource)) throw new errors.InvalidTarget();
          return {
            scope: await grantScopes(ctx, client, (scopes) =>
              options.entitledScopes(tenant.id, scopes),
            ),
            audience,
            accessTokenTTL: extrasOf(client).access_token_seconds,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'ES256' } },
          };
        },
      },
    },
  };

  const provider = new Provider(tenant.issuer, configuration);
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) =>
    log.error({ err: error, tenantId: tenant.id }, 'an OAuth request failed'),
  );
  (provider as EventEmitter).on('error', (error: unknown) =>
    log.error({ err: error, tenantId: tenant.id }, 'an OAuth request failed'),
  );

  const prototype = provider.Client.prototype as unknown as {
    compareClientSecret(this: Client, given: string): boolean;
    grantTypeAllowed(this: Client, grant: string): boolean;
  };
  prototype.compareClientSecret = function compareClientSecret(given) {
    const { live_secrets: live, home_tenant: tenantId } = extrasOf(this);
    const secret = matchSecret(given, live);
    if (!secret) return false;
    options.secretUse.used({ tenantId, clientId: this.clientId, id: secret.id });
    authenticated(Provider.ctx as KoaContextWithOIDC, this);
    return true;
  };
  // RFC 6749 §5.2 has a code of its own for this; the engine says invalid_request.
  prototype.grantTypeAllowed = function grantTypeAllowed(grant) {
    const isAllowed = this.grantTypes?.includes(grant) ?? false;
    if (!isAllowed && Provider.ctx?.oidc?.params?.['grant_type'] === grant)
      throw new errors.UnauthorizedClient('the client may not use this grant');
    return isAllowed;
  };

  provider.use(async (ctx, next) => {
    await next();
    ctx.set(withRetryAfter(ctx.status));
  });
  provider.use(
    structuredTokens({ ...options, issuer: tenant.issuer, tenantId: tenant.id }) as never,
  );
  return provider;
}
