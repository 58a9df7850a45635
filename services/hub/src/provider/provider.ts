import { errors } from 'oidc-provider';
import type { Configuration, Provider } from 'oidc-provider';
import { tokenHooks } from '../hooks/token-hooks.ts';
import { formPostProvider } from './patches/form-post.ts';
import { replaceInnerForms } from './patches/inner-forms.ts';
import { patchProvider } from './patches/patch-provider.ts';
import { platformTokenReader } from '../token-cutoffs/platform-token.ts';
import { apiTokenReader } from '../tokens/live-api-token.ts';
import { requestedApis } from '../tokens/requested-apis.ts';
import { resourceScopes } from '../tokens/resource-scopes.ts';
import { scopePlan } from '../tokens/scope-plan.ts';
import { structuredTokens } from '../tokens/structured-tokens.ts';
import { tokenClaims } from '../tokens/token-claims.ts';
import { exchangeGrant, tokenExchange } from '../tokens/token-exchange.ts';
import { accessTokenClaims } from './access-token-claims.ts';
import { apiServers } from './api-server.ts';
import { resourceSigning } from './resource-signing.ts';
import { requestCounter } from './request-counter.ts';
import type { CountRequest } from './request-counter.ts';
import { followProvider, wrapRequests } from './provider-events.ts';
import { providerFeatures } from './provider-features.ts';
import { providerConfiguration } from './provider-configuration.ts';
import type { ProviderOptions } from './provider-options.ts';

const maxAssertionSeconds = 3600;

const checkAssertion =
  (countRequest: CountRequest): NonNullable<Configuration['assertJwtClientAuthClaimsAndHeader']> =>
  async (ctx, claims, _header, client) => {
    if ((claims['exp'] as number) > Date.now() / 1000 + maxAssertionSeconds)
      throw new errors.InvalidClientAuth('the lifetime of the assertion is too long');
    // RFC 7523 §3: if an assertion also names another server, that server could replay it.
    const known = ctx.oidc.clientJwtAuthExpectedAudience();
    if (![claims['aud']].flat().every((audience) => known.has(audience as string)))
      throw new errors.InvalidClientAuth('the assertion names another audience');
    countRequest(ctx, client.clientId);
  };

const tokenHookOf = ({ tenant, hooks, platformDomain, maxHookClaimsBytes }: ProviderOptions) =>
  tokenHooks({ tenantId: tenant.id, hooks, platformDomain, maxClaimsBytes: maxHookClaimsBytes });

/** Creates the provider of one issuer with one set of keys. */
export function issuerProvider(options: ProviderOptions): Provider {
  const { id: tenantId, issuer } = options.tenant;
  const context = { tenantId, actor: { type: 'system', id: 'hub' } } as const;
  const countRequest = requestCounter(options);
  const claims = tokenClaims({ tenantId, enrich: options.enrich });
  const hook = tokenHookOf(options);
  const apis = requestedApis({ ...options, tenantId });
  const platformScopes = resourceScopes({ ...options, tenantId });
  const plannedScopes = scopePlan({ ...options, tenantId, apis });
  const signing = resourceSigning(options.signing, (alg) =>
    options.resourceKeys.signing(tenantId, alg),
  );
  const apiServer = apiServers({ ...options, tenantId, apis, plannedScopes, signing });
  const apiTokens = apiTokenReader(options);
  const readPlatformToken = platformTokenReader(options);
  const exchange = tokenExchange({ ...options, readPlatformToken, apiTokens, apiServer });
  const pages = options.pagesOf(options.tenant);
  const configuration = {
    ...providerConfiguration({ ...options, apis, resourceSigning: signing }, (ctx, { clientId }) =>
      countRequest(ctx, `${clientId} ${ctx.ip}`),
    ),
    assertJwtClientAuthClaimsAndHeader: checkAssertion(countRequest),
    formats: {
      customizers: { jwt: accessTokenClaims(options, { exchange, claims, hook }) },
    },
    features: providerFeatures(options, pages, { platformScopes, plannedScopes, apiServer }),
  };
  const provider = formPostProvider(issuer, configuration, pages);
  provider.proxy = true;
  patchProvider(provider, options, {
    countRequest,
    idTokenClaims: async (ctx) => ({
      ...(await hook.idTokenClaims(ctx)),
      ...(await claims.idTokenClaims(ctx)),
    }),
  });
  provider.registerGrantType(exchangeGrant, exchange.handle as never, ...exchange.parameters);
  followProvider(provider, options);
  wrapRequests(provider, options, context);
  replaceInnerForms(provider, pages);
  provider.use(
    structuredTokens({ ...options, readPlatformToken, apiTokens, issuer, tenantId }) as never,
  );
  return provider;
}
