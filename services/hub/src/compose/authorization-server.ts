import { apiOnIssuerHost, capabilityFamilies } from '@platform/contracts';
import { claimSchemas, claimValidators } from '@platform/siblings/claims';
import { entitlementCache } from '@platform/siblings/entitlement';
import type { EntitlementCache } from '@platform/siblings/entitlement';
import { egressFetch } from '@platform/kit/egress';
import type { Surface } from '@platform/kit/http';
import type { JobMount } from '@platform/kit/jobs';
import type { Platform, Worker } from '@platform/kit/service';
import { every } from '@platform/kit/service';
import { sweepIntents } from '../account/link-intent-store.ts';
import { apiUserAccess } from '../api-resources/api-user-access.ts';
import { findRequestedApis } from '../api-resources/requested-api-rows.ts';
import { publishedApis } from '../api-resources/published-apis.ts';
import { apiResources } from '../authorization-server/api-resources.ts';
import { sweepArtifacts } from '../grants/artifact-store.ts';
import { clientAuthFailures } from '../oauth-clients/client-auth-failures.ts';
import { issuerFetches } from '../authorization-server/issuer-fetch.ts';
import type { IssuerFetchOf } from '../authorization-server/issuer-fetch.ts';
import { oauthLimits } from '../authorization-server/oauth-limits.ts';
import type { OAuthLimits } from '../authorization-server/oauth-limits.ts';
import { navigationOnly } from '../authorization-server/navigation-only.ts';
import { requestAddress } from '../authorization-server/request-address.ts';
import { oauthSurface } from '../authorization-server/oauth-surface.ts';
import { providers } from '../provider/providers.ts';
import type { ProviderFetch } from '../provider/provider-options.ts';
import { requestedClaims } from '../tokens/requested-claims.ts';
import { tenantHost } from '../authorization-server/tenant-host.ts';
import type { HubConfig } from '../config.ts';
import type { ResourceKeys } from '../signing-keys/resource-keys.ts';
import { sweepDeviceState } from '../device/device-store.ts';
import type { HookRuns } from '../hooks/hook-run.ts';
import { backChannelLogout } from '../logout/back-channel-logout.ts';
import { loginRequests } from '../login/requests/login-requests.ts';
import { pageHosts } from '../login/page-host.ts';
import { languageSurface } from '../login-pages/language-surface.ts';
import { limitedPages } from '../login-pages/messages/limited-pages.ts';
import type { LimitedPagesOptions } from '../login-pages/messages/limited-pages.ts';
import { assetDigest } from '../login-pages/frame/tenant-assets.ts';
import type { TenantFrames } from '../login-pages/frame/tenant-frame.ts';
import { otherPages } from '../login-pages/messages/other-pages.ts';
import type { LoginRequests } from '../login/requests/login-requests.ts';
import { clientSource } from '../oauth-clients/client-source.ts';
import type { ClientSource } from '../oauth-clients/client-source.ts';
import type { NotifyLogout } from '../sessions/session-revocation.ts';
import { secretUse } from '../oauth-clients/secret-use.ts';
import { apiTokenReader } from '../tokens/live-api-token.ts';
import { accessPolicyCheck } from '../tokens/access-policy-check.ts';
import { entitledTokenScopes } from '../tokens/entitled-scopes.ts';
import { userAccess } from '../tokens/user-access.ts';
import { userinfo } from '../userinfo/userinfo.ts';
import { directoryUsers } from '../userinfo/users.ts';
import type { FindUser } from '../userinfo/users.ts';
import { composeClaimsWebhooks } from './claims-webhook.ts';
import { issuerContext } from './issuer-context.ts';
import type { LoginPagesParts } from './login-pages.ts';
import { composeSessions } from './sessions.ts';
import type { SessionParts } from './sessions.ts';

const keySetMs = 2_500;
const directoryMs = 1_000;
const seconds = (ms: number): number => Math.floor(ms / 1000);

/** Creates the surface of the pages below `/login/{uid}`. */
export type LoginPages = (requests: LoginRequests) => Surface;

/** The parts of the authorization server. */
export interface AuthorizationServer {
  surfaces: Surface[];
  /** Answers browsers at all other paths, so it must be the last surface. */
  otherPages: Surface;
  workers: Worker[];
  jobs: JobMount[];
  clients: ClientSource;
  notifyLogout: NotifyLogout;
  web: WebIssuerParts;
}

/** What the web applications, as a client, need of the issuers. */
export interface WebIssuerParts extends LimitedPagesOptions, Pick<SessionParts, 'onSignOut'> {
  fetchOf: IssuerFetchOf;
  frames: TenantFrames;
  findUser: FindUser;
  entitlements: EntitlementCache;
}

/** Creates the surfaces for browsers, with the rate limits of pages. */
function pageSurfaces(
  { surface: loginPages, callbacks, reports }: LoginPagesParts,
  limitOptions: LimitedPagesOptions,
  {
    oauth,
    requests,
    sessions,
  }: { oauth: Surface; requests: LoginRequests; sessions: SessionParts },
): Pick<AuthorizationServer, 'surfaces' | 'otherPages'> {
  const { pageHostOf } = limitOptions;
  const { endReportedSessions: endSessions } = sessions;
  // `/login/callback/…` and `/login/report` belong to no login, so their surfaces come before the login pages.
  const pages = [
    ...callbacks(pageHostOf),
    reports({ pageHostOf, endSessions }),
    loginPages(requests),
  ];
  return {
    surfaces: [
      languageSurface,
      navigationOnly(oauth),
      ...pages.map((surface) =>
        navigationOnly(
          limitedPages(surface, limitOptions),
          ([, ...rest]) => assetDigest(rest) !== undefined,
        ),
      ),
    ],
    otherPages: limitedPages(otherPages(limitOptions), limitOptions),
  };
}

const issuerLimits = ({ bus }: Pick<Platform, 'bus'>, config: HubConfig): OAuthLimits =>
  oauthLimits({
    enabled: config.rateEnabled,
    perAddress: config.ratePerAddress,
    perTenant: config.ratePerTenant,
    perClient: config.ratePerClient,
    bus,
  });

/** Deletes what has expired. */
const artifactSweep = (
  { db, log }: Pick<Platform, 'db' | 'log'>,
  { userCodeWindowSeconds }: Pick<HubConfig, 'userCodeWindowSeconds'>,
): Worker =>
  every(60_000, 'expired artifacts', log, async () => {
    await sweepArtifacts(db);
    await sweepIntents(db);
    await sweepDeviceState(db, userCodeWindowSeconds);
  });

const composeClients = ({ db }: Pick<Platform, 'db'>, config: HubConfig): ClientSource =>
  clientSource({
    db,
    platformClientIds: config.platformClientIds,
    accessTokenSeconds: seconds(config.accessTokenTtl),
    refreshIdleSeconds: seconds(config.refreshIdleTtl),
  });

const composeUserinfo = (
  { db, trust }: Pick<Platform, 'db' | 'trust'>,
  {
    clients,
    users,
    resourceKeys,
  }: {
    clients: ClientSource;
    users: ReturnType<typeof directoryUsers>;
    resourceKeys: ResourceKeys;
  },
) =>
  userinfo({
    db,
    clients,
    findUser: users.findUser,
    verifyBearer: trust.verifyBearer,
    apiTokens: apiTokenReader({ db, resourceKeys }),
    requestedClaims: requestedClaims(db),
  });

/** Creates the OAuth endpoints of every issuer, the login pages, and their background work. */
export function composeAuthorizationServer(
  platform: Platform,
  config: HubConfig,
  parts: LoginPagesParts,
  hooks: HookRuns,
): AuthorizationServer {
  const { db, bus, secrets, trust, log, metrics } = platform;
  const { providerPagesOf, failVisit, siblings, locales } = parts;
  const { issuers, keys, resourceKeys } = issuerContext(platform, config);
  const limits = issuerLimits(platform, config);
  const use = secretUse(db, log);
  const authFailures = clientAuthFailures({ db, log, metrics });
  const egress = platform.egress('clients', { allowedHosts: config.clientInternalHosts });
  const webhooks = composeClaimsWebhooks(platform, config);
  const sessions = composeSessions(platform, config);
  const fga = () => platform.peer('fga');
  const policies = accessPolicyCheck({
    fga,
    bus,
    timeoutMs: config.policyTimeout,
    log,
    metrics,
  });
  const users = directoryUsers(() => platform.peer('directory'), directoryMs);
  const clients = composeClients(platform, config);
  const entitlements = entitlementCache({ fga, bus });
  const providerOf = providers({
    db,
    keys,
    limits,
    log,
    metrics,
    authFailures,
    clients,
    ...users,
    pagesOf: providerPagesOf,
    ...sessions,
    max: config.maxProviders,
    secretUse: use,
    verifyBearer: trust.verifyBearer,
    enrich: webhooks.enrich,
    validatorOf: claimValidators(),
    hooks,
    platformDomain: platform.common.platformDomain.replace(/^\./, ''),
    maxHookClaimsBytes: config.webhookMaxClaimsBytes,
    checkAccess: policies.check,
    evaluatePolicies: policies.evaluate,
    apiResourcesOf: apiResources(config.apiResources, config.publicBaseUrl),
    cookieKeys: (host) =>
      secrets.deriveKeys(`hub oauth cookies ${host}`).map((key) => key.toString('base64url')),
    leewaySeconds: seconds(config.refreshReuseLeeway),
    lifetimes: {
      refreshAbsolute: seconds(config.refreshAbsoluteTtl),
      authorizationCode: seconds(config.authorizationCodeTtl),
      deviceCode: seconds(config.deviceCodeTtl),
      idToken: seconds(config.idTokenTtl),
      session: seconds(config.sessionTtl),
    },
    userAccessOf: userAccess({ fga, log }),
    apiUserAccessOf: apiUserAccess(fga),
    resourceKeys,
    entitledScopes: entitledTokenScopes(
      entitlements,
      capabilityFamilies(config.capabilityFamilies),
    ),
    fetchOf: (tenantId) => egressFetch(egress, { tenantId, timeoutMs: keySetMs }) as ProviderFetch,
  });
  const tenantOf = tenantHost({
    ...issuers,
    defaultHosts: [...config.serviceHosts, ...config.defaultTenantHosts],
    tenants: trust.tenants,
  });
  const pageHostOf = pageHosts({ tenantOf, siblings, tenants: trust.tenants, bus });
  const addressOf = requestAddress(config.trustedProxies);
  const sweep = artifactSweep(platform, config);
  const closing: Worker = { start: () => undefined, stop: async () => limits.close() };
  const oauth = oauthSurface({
    tenantOf,
    pageHostOf,
    failVisit,
    schemasOf: claimSchemas({ outbound: () => platform.peer('outbound'), bus }),
    providerOf,
    keys,
    resourceKeys,
    publishedApis: publishedApis(db),
    limits,
    answerUserinfo: composeUserinfo(platform, { clients, users, resourceKeys }),
    apiBaseUrlOf: apiOnIssuerHost(config.publicBaseUrl),
    addressOf,
    locales,
    log,
  });
  const limitOptions = { limits, addressOf, pageHostOf, failVisit };
  const { evaluate: evaluatePolicies } = policies;
  const requests = loginRequests({
    db,
    pageHostOf,
    providerOf,
    addressOf,
    evaluatePolicies,
    apiResourcesOf: apiResources(config.apiResources, config.publicBaseUrl),
    apisNamed: (query) => findRequestedApis(db, query),
  });
  return {
    clients,
    notifyLogout: sessions.notifyLogout,
    web: {
      ...limitOptions,
      frames: parts.frames,
      fetchOf: issuerFetches({ providerOf, keys }),
      findUser: users.findUser,
      onSignOut: sessions.onSignOut,
      entitlements,
    },
    ...pageSurfaces(parts, limitOptions, { oauth, requests, sessions }),
    workers: [use, authFailures, sweep, closing, webhooks.worker],
    jobs: [backChannelLogout({ clients, keys, egress, tenantById: trust.tenants.byId })],
  };
}
