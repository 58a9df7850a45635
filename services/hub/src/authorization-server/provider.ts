import type { EventEmitter } from 'node:events';
import { withRetryAfter } from '@platform/kit/problem';
import { Provider, errors } from 'oidc-provider';
import type { Client, Configuration, KoaContextWithOIDC, ResourceServer } from 'oidc-provider';
import { touchConsent } from '../account/consents.ts';
import { firstIntervalSeconds } from '../device/poll-pace.ts';
import { tokenHooks } from '../hooks/token-hooks.ts';
import type { ClientExtras } from '../oauth-clients/client-source.ts';
import { matchSecret } from '../oauth-clients/client-secret.ts';
import { engineRefusal, withStore } from '../oauth-errors/oauth-error.ts';
import { applyLogin } from '../sessions/sign-in-session.ts';
import type { LoginResult, SignInSession } from '../sessions/sign-in-session.ts';
import { resourceScopes } from '../tokens/resource-scopes.ts';
import { addSessionClaims } from '../tokens/session-claims.ts';
import { structuredTokens } from '../tokens/structured-tokens.ts';
import { tokenClaims } from '../tokens/token-claims.ts';
import { exchangeGrant, tokenExchange } from '../tokens/token-exchange.ts';
import { tokenSource } from '../tokens/token-source.ts';
import type { UnsignedToken } from '../tokens/final-revocation-check.ts';
import { deleteArtifact, markAnswered, releaseArtifact } from './artifact-store.ts';
import { shapeEngine } from './engine-models.ts';
import { guardPage } from './pages.ts';
import type { DeviceInfo, EnginePages } from './pages.ts';
import { providerConfiguration } from './provider-configuration.ts';
import type { ProviderOptions } from './provider-options.ts';
import { redeemedCodes, unredeemed } from './redemptions.ts';
import { addIdTokenClaims, keepRequestedClaims } from './requested-claims.ts';

const audience = 'product-api';
const maxAssertionSeconds = 3600;
const extrasOf = (client: Client): ClientExtras => client as unknown as ClientExtras;

/** What only pages and codes of devices need (RFC 8628). */
const deviceFlow = (pages: EnginePages): NonNullable<Configuration['features']>['deviceFlow'] => ({
  enabled: true,
  charset: 'base-20',
  mask: '****-****',
  userCodeInputSource: (ctx, _form, _out, error) => pages.userCode(ctx, error),
  userCodeConfirmSource: (ctx, _form, client, device, userCode) =>
    pages.confirmDevice(ctx, {
      clientName: client.clientName ?? client.clientId,
      scopes: String(ctx.oidc.deviceCode?.params?.['scope'] ?? '')
        .split(' ')
        .filter(Boolean),
      device: device as DeviceInfo,
      userCode,
      askedAt: new Date((ctx.oidc.deviceCode?.iat ?? 0) * 1000),
    }),
  successSource: (ctx) => pages.deviceConnected(ctx),
});

/** One engine, for one issuer, under one set of keys. */
export function issuerProvider(options: ProviderOptions): Provider {
  const { tenant, limits, log, db } = options;
  const pages = options.pagesOf(tenant);
  const checkAccess = options.checkAccess(tenant.id);
  const checkRevocation = options.finalRevocationCheck(tenant.id);
  const { addClaims, idTokenClaims } = tokenClaims({
    tenantId: tenant.id,
    enrich: options.enrich,
  });
  const tokenHook = tokenHooks({
    tenantId: tenant.id,
    hooks: options.hooks,
    platformDomain: options.platformDomain,
    maxClaimsBytes: options.maxHookClaimsBytes,
  });
  const scopesFor = resourceScopes({ ...options, tenantId: tenant.id });
  const exchange = tokenExchange({ ...options, tenantId: tenant.id });
  const context = { tenantId: tenant.id, actor: { type: 'system', id: 'hub' } } as const;

  /** `who` is the client; a public one together with its address, so that nobody spends another's share. */
  function countRequest(ctx: KoaContextWithOIDC, who: string): void {
    const refusal = limits.client(tenant.id, who);
    if (!refusal) return;
    ctx.set(refusal);
    throw engineRefusal(429, 'temporarily_unavailable', 'too many requests from this client');
  }

  /** Once a minute at most for a user and a client. */
  async function noteConsentUse(ctx: KoaContextWithOIDC): Promise<void> {
    const { accountId: userId } = tokenSource(ctx) ?? {};
    if (userId === undefined) return;
    await withStore(() =>
      db.transact(context, (tx) => touchConsent(tx, userId, ctx.oidc.client!.clientId)),
    );
  }

  async function settleRedemption(ctx: KoaContextWithOIDC): Promise<void> {
    const hasFailed = ctx.status >= 400;
    const { consumed, successors } = unredeemed(ctx);
    const answered = redeemedCodes(ctx);
    if ((hasFailed ? consumed : answered).length === 0) return;
    await withStore(() =>
      db.transact(context, async (tx) => {
        if (!hasFailed) for (const { model, id } of answered) await markAnswered(tx, model, id);
        else {
          for (const { model, id } of successors) await deleteArtifact(tx, model, id);
          for (const { model, id } of consumed) await releaseArtifact(tx, model, id);
        }
      }),
    ).catch((error: unknown) =>
      log.warn(
        { err: error, tenantId: tenant.id },
        'a redeemed code or token could not be finalized',
      ),
    );
  }

  const provider = new Provider(tenant.issuer, {
    ...providerConfiguration(options),
    assertJwtClientAuthClaimsAndHeader: async (ctx, claims, _header, client) => {
      if ((claims['exp'] as number) > Date.now() / 1000 + maxAssertionSeconds)
        throw new errors.InvalidClientAuth('the lifetime of the assertion is too long');
      countRequest(ctx, client.clientId);
    },
    formats: {
      customizers: {
        jwt: async (ctx, token, jwt) => {
          jwt.payload['tnt'] = tenant.id;
          addSessionClaims(ctx, token, jwt.payload);
          exchange.addActor(ctx, token, jwt.payload);
          await checkAccess(ctx, token, jwt);
          await addClaims(ctx, token, jwt);
          await tokenHook.applyToAccessToken(ctx, token, jwt);
          jwt.payload.iat = await checkRevocation(
            token as UnsignedToken,
            jwt.payload.iat as number,
          );
          await keepRequestedClaims(ctx, { db, context, payload: jwt.payload });
          await noteConsentUse(ctx);
        },
      },
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
      revocation: { enabled: true },
      // Answered before the engine, which takes no JWT there; enabled for `claims`.
      userinfo: { enabled: true },
      claimsParameter: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx) => pages.signOut(ctx),
        postLogoutSuccessSource: (ctx) => pages.signedOut(ctx),
      },
      pushedAuthorizationRequests: { enabled: true },
      deviceFlow: deviceFlow(pages),
      dPoP: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => [...options.apiResources][0] as string,
        useGrantedResource: () => true,
        getResourceServerInfo: async (ctx, resource, client): Promise<ResourceServer> => {
          if (!options.apiResources.has(resource)) throw new errors.InvalidTarget();
          return {
            scope: await scopesFor(ctx, client),
            audience,
            accessTokenTTL: extrasOf(client).access_token_seconds,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'ES256' } },
          };
        },
      },
    },
  });
  shapeEngine(provider, (ctx, client) => countRequest(ctx, `${client.clientId} ${ctx.ip}`));
  addIdTokenClaims(provider, async (ctx) => ({
    ...(await tokenHook.idTokenClaims(ctx)),
    ...(await idTokenClaims(ctx)),
  }));
  provider.registerGrantType(exchangeGrant, exchange.handle as never, exchange.parameters);
  provider.proxy = true;
  provider.on('interaction.ended', (ctx) => {
    const login = ctx.oidc.result?.login as LoginResult | undefined;
    if (login) applyLogin(ctx.oidc.session as SignInSession, login);
  });
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
    countRequest(Provider.ctx as KoaContextWithOIDC, this.clientId);
    return true;
  };
  // RFC 6749 §5.2 has a code of its own for this; the engine says invalid_request.
  prototype.grantTypeAllowed = function grantTypeAllowed(grant) {
    const isAllowed = this.grantTypes?.includes(grant) ?? false;
    if (!isAllowed && Provider.ctx?.oidc?.params?.['grant_type'] === grant)
      throw new errors.UnauthorizedClient('the client is not allowed to use this grant');
    return isAllowed;
  };

  provider.use(async (ctx, next) => {
    // Browsers take `Secure` cookies on http://localhost as well, which the library does not know.
    ctx.cookies.secure = true;
    guardPage(ctx as never);
    await next();
    ctx.set(withRetryAfter(ctx.status));
  });
  provider.use(async (ctx, next) => {
    await next();
    const { route } = (ctx as unknown as KoaContextWithOIDC).oidc ?? {};
    if (route === 'device_authorization' && ctx.status === 200)
      ctx.body = { ...(ctx.body as object), interval: firstIntervalSeconds };
    if (route === 'token') await settleRedemption(ctx as unknown as KoaContextWithOIDC);
  });
  provider.use(
    structuredTokens({ ...options, issuer: tenant.issuer, tenantId: tenant.id }) as never,
  );
  return provider;
}
