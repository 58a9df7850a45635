import { errors } from 'oidc-provider';
import type { Configuration, Provider } from 'oidc-provider';
import { tokenHooks } from '../hooks/token-hooks.ts';
import { resourceScopes } from '../tokens/resource-scopes.ts';
import { structuredTokens } from '../tokens/structured-tokens.ts';
import { tokenClaims } from '../tokens/token-claims.ts';
import { exchangeGrant, tokenExchange } from '../tokens/token-exchange.ts';
import { accessTokenClaims } from './access-token-claims.ts';
import { requestCounter, shapeClients } from './engine-clients.ts';
import type { CountRequest } from './engine-clients.ts';
import { followEngine, wrapRequests } from './engine-events.ts';
import { brandInnerForms, providerWithForms } from './engine-forms.ts';
import { engineFeatures } from './engine-features.ts';
import { shapeEngine } from './engine-models.ts';
import { providerConfiguration } from './provider-configuration.ts';
import type { ProviderOptions } from './provider-options.ts';
import { addIdTokenClaims } from './requested-claims.ts';
import { saveNewSessions } from './new-sessions.ts';
import { acceptSpentHints } from './spent-hint.ts';

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
    ...providerConfiguration(options),
    assertJwtClientAuthClaimsAndHeader: checkAssertion(countRequest),
    formats: {
      customizers: { jwt: accessTokenClaims(options, { exchange, claims, hook }) },
    },
    features: engineFeatures(options, pages, scopesFor),
  };
  const provider = providerWithForms(issuer, configuration, pages);
  provider.proxy = true;
  saveNewSessions(provider, options);
  shapeEngine(provider, (ctx, client) => countRequest(ctx, `${client.clientId} ${ctx.ip}`));
  acceptSpentHints(provider, new Set(options.signing.flatMap(({ kid }) => kid ?? [])));
  shapeClients(provider, options, countRequest);
  addIdTokenClaims(provider, async (ctx) => ({
    ...(await hook.idTokenClaims(ctx)),
    ...(await claims.idTokenClaims(ctx)),
  }));
  provider.registerGrantType(exchangeGrant, exchange.handle as never, exchange.parameters);
  followEngine(provider, options);
  wrapRequests(provider, options, context);
  brandInnerForms(provider, pages);
  provider.use(structuredTokens({ ...options, issuer, tenantId }) as never);
  return provider;
}
