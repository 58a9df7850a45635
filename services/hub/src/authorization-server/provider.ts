import { Provider, errors } from 'oidc-provider';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { tokenHooks } from '../hooks/token-hooks.ts';
import { extrasOf } from '../oauth-clients/client-source.ts';
import { chooseAccountByLogin } from '../provider/patches/account-choice.ts';
import { chooseAcr } from '../provider/patches/chosen-acr.ts';
import { acceptExpiredHints } from '../provider/patches/expired-hint.ts';
import { formPostProvider } from '../provider/patches/form-post.ts';
import { compareHashedSecrets } from '../provider/patches/hashed-secrets.ts';
import { addIdTokenClaims } from '../provider/patches/id-token-claims.ts';
import { replaceInnerForms } from '../provider/patches/inner-forms.ts';
import { storeModelProperties } from '../provider/patches/model-properties.ts';
import { saveNewSessions } from '../provider/patches/new-session.ts';
import { rejectPortZero } from '../provider/patches/redirect-port.ts';
import { requireCodeResponse } from '../provider/patches/response-type.ts';
import { sendSecureCookies } from '../provider/patches/secure-cookies.ts';
import { includeSessionIds } from '../provider/patches/session-ids.ts';
import { rejectUnauthorizedGrants } from '../provider/patches/unauthorized-grant.ts';
import { resourceScopes } from '../tokens/resource-scopes.ts';
import { structuredTokens } from '../tokens/structured-tokens.ts';
import { tokenClaims } from '../tokens/token-claims.ts';
import { exchangeGrant, tokenExchange } from '../tokens/token-exchange.ts';
import { accessTokenClaims } from './access-token-claims.ts';
import { requestCounter } from './engine-clients.ts';
import type { CountRequest } from './engine-clients.ts';
import { followEngine, wrapRequests } from './engine-events.ts';
import { engineFeatures } from './engine-features.ts';
import { providerConfiguration } from './provider-configuration.ts';
import type { ProviderOptions } from './provider-options.ts';

const maxAssertionSeconds = 3600;

const checkAssertion =
  (countRequest: CountRequest): NonNullable<Configuration['assertJwtClientAuthClaimsAndHeader']> =>
  async (ctx, claims, _header, client) => {
    if ((claims['exp'] as number) > Date.now() / 1000 + maxAssertionSeconds)
      throw new errors.InvalidClientAuth('the lifetime of the assertion is too long');
    // RFC 7523 §3: an assertion that names another server as well could be replayed by that server.
    const known = ctx.oidc.clientJwtAuthExpectedAudience();
    if (![claims['aud']].flat().every((audience) => known.has(audience as string)))
      throw new errors.InvalidClientAuth('the assertion names another audience');
    countRequest(ctx, client.clientId);
  };

const tokenHookOf = ({ tenant, hooks, platformDomain, maxHookClaimsBytes }: ProviderOptions) =>
  tokenHooks({ tenantId: tenant.id, hooks, platformDomain, maxClaimsBytes: maxHookClaimsBytes });

interface PatchOptions {
  countRequest: CountRequest;
  idTokenClaims: (ctx: KoaContextWithOIDC) => Promise<Record<string, unknown>>;
}

/** Applies the patches of the library that are not part of its construction. */
function patchProvider(
  provider: Provider,
  { signing, lifetimes, secretUse }: ProviderOptions,
  { countRequest, idTokenClaims }: PatchOptions,
): void {
  sendSecureCookies(provider);
  storeModelProperties(provider);
  chooseAcr(provider);
  chooseAccountByLogin(provider);
  includeSessionIds(provider);
  saveNewSessions(provider, lifetimes.session);
  rejectUnauthorizedGrants(provider);
  rejectPortZero(provider);
  requireCodeResponse(provider);
  acceptExpiredHints(provider, new Set(signing.flatMap(({ kid }) => kid ?? [])));
  addIdTokenClaims(provider, idTokenClaims);
  compareHashedSecrets(provider, (client, { id }) => {
    const { clientId } = client;
    secretUse.used({ tenantId: extrasOf(client).home_tenant, clientId, id });
    countRequest(Provider.ctx as KoaContextWithOIDC, clientId);
  });
}

/** One engine, for one issuer, under one set of keys. */
export function issuerProvider(options: ProviderOptions): Provider {
  const { id: tenantId, issuer } = options.tenant;
  const context = { tenantId, actor: { type: 'system', id: 'hub' } } as const;
  const countRequest = requestCounter(options);
  const claims = tokenClaims({ tenantId, enrich: options.enrich });
  const hook = tokenHookOf(options);
  const exchange = tokenExchange({ ...options, tenantId });
  const scopesFor = resourceScopes({ ...options, tenantId });
  const pages = options.pagesOf(options.tenant);
  const configuration = {
    ...providerConfiguration(options, (ctx, { clientId }) =>
      countRequest(ctx, `${clientId} ${ctx.ip}`),
    ),
    assertJwtClientAuthClaimsAndHeader: checkAssertion(countRequest),
    formats: {
      customizers: { jwt: accessTokenClaims(options, { exchange, claims, hook }) },
    },
    features: engineFeatures(options, pages, scopesFor),
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
  provider.registerGrantType(exchangeGrant, exchange.handle as never, exchange.parameters);
  followEngine(provider, options);
  wrapRequests(provider, options, context);
  replaceInnerForms(provider, pages);
  provider.use(structuredTokens({ ...options, issuer, tenantId }) as never);
  return provider;
}
