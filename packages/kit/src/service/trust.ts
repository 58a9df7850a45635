import {
  bearerVerifier,
  clusterKeySet,
  cutoffTable,
  fetchKeySet,
  keySet,
  projectedTokens,
  tenantDirectory,
  tenantLabel,
  tokenReviews,
} from '../auth/auth.ts';
import type {
  Cutoff,
  GetTenant,
  KeySet,
  ReviewToken,
  ServiceCaller,
  DirectoryTenant,
  TenantLookup,
  Verified,
} from '../auth/auth.ts';
import type { Bus } from '../bus/bus.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { ReadyCheck } from './admin-server.ts';
import { ownIdentityCheck } from './own-identity.ts';

/** Properties of the verifiers of bearers and projected tokens. */
export const trustShape = {
  issuer: 'platform.hub.issuer',
  platformDomain: 'platform.hub.platform-domain',
  jwksUri: 'platform.hub.in-cluster-jwks-uri',
  issuerCacheTtlMillis: 'platform.hub.issuer-cache-ttl-millis',
  trustTestIssuers: 'platform.hub.trust-test-issuers',
  enforceTntIss: 'platform.hub.enforce-tnt-iss-consistency',
  clusterIssuer: 'platform.rpc.service-identity.cluster.issuer',
  clusterJwksUri: 'platform.rpc.service-identity.cluster.jwks-uri',
  clusterCaPath: 'platform.rpc.service-identity.cluster.ca-path',
  clusterTokenPath: 'platform.rpc.service-identity.cluster.token-path',
  clusterAllowedSub: 'platform.rpc.service-identity.cluster.allowed-sub',
  clusterConnectTimeout: 'platform.rpc.service-identity.cluster.connect-timeout',
  clusterReadTimeout: 'platform.rpc.service-identity.cluster.read-timeout',
  tokenDirectory: 'platform.rpc.token-directory',
  maxTokenLifetime: 'platform.rpc.service-identity.max-token-lifetime',
  reviewedAccounts: 'platform.rpc.service-identity.token-review.accounts',
  reviewUrl: 'platform.rpc.service-identity.token-review.url',
} as const;

/** The service account of the gateway, as a pattern for `Trust.callersOf`. */
export const gatewayAccount = '^system:serviceaccount:platform:product-api$';

/** The verifiers of a process. */
export interface Trust {
  verifyBearer: (
    authorization: string | undefined,
    at?: { resourceMetadata?: string },
  ) => Promise<Verified>;
  /** Creates the verifier of projected tokens for this audience. */
  callersOf: (
    audience: string,
    allowedSub?: string,
  ) => (token: string | undefined) => Promise<ServiceCaller>;
  /** Reviews the tokens of the configured accounts; channels of operators use it too. */
  review: ReviewToken;
  tenants: TenantLookup;
  hubKeys: KeySet;
  /** Passes once this process's own tokens would be accepted by its siblings. */
  identity: ReadyCheck;
  start(): Promise<void>;
  stop(): void;
}

/** Returns the bucket key of a cut-off; an id may contain characters that a key may not. */
export const cutoffKey = ({ tenantId, kind, id }: Omit<Cutoff, 'notBefore'>): string =>
  `${tenantId}.${kind}.${Buffer.from(id).toString('base64url')}`;

/**
 * Builds the verifiers of a process, updated over the bus: cut-offs from their bucket, tenants
 * dropped by `tenant.*`.
 */
export function createTrust({
  config,
  bus,
  log,
  metrics,
  ...options
}: {
  config: Config<typeof trustShape>;
  resourceMetadata: string;
  getTenant: GetTenant;
  /** Fetches the hub's keys, in the hub itself. */
  fetchKeys?: () => ReturnType<typeof fetchKeySet>;
  bus: Bus;
  log: Logger;
  metrics: Metrics;
}): Trust {
  const mismatches = metrics.counter('platform_issuer_mismatch_total');
  const lookUps = metrics.tally('platform_token_cache_total');
  const cache = { hit: lookUps({ result: 'hit' }), miss: lookUps({ result: 'miss' }) };
  const hubKeys = keySet({
    fetchKeys: options.fetchKeys ?? (() => fetchKeySet(config.jwksUri)),
    onFailure: (error) => log.warn({ err: error }, "the hub's keys could not be fetched"),
  });
  const clusterKeys = clusterKeySet({
    jwksUri: config.clusterJwksUri,
    caPath: config.clusterCaPath,
    tokenPath: config.clusterTokenPath,
    connectTimeoutMs: config.clusterConnectTimeout,
    readTimeoutMs: config.clusterReadTimeout,
    onFailure: (error) => log.warn({ err: error }, "the cluster's keys could not be fetched"),
  });
  metrics.observed('platform_cluster_keys_age_seconds', () => clusterKeys.ageSeconds() ?? -1);
  const review = tokenReviews({
    accounts: config.reviewedAccounts,
    url: config.reviewUrl,
    caPath: config.clusterCaPath,
    tokenPath: config.clusterTokenPath,
    timeoutMs: config.clusterReadTimeout,
    onFailure: (error) => log.warn({ err: error }, 'a service-account token cannot be reviewed'),
  });
  const callersOf: Trust['callersOf'] = (audience, allowedSub = config.clusterAllowedSub) =>
    projectedTokens({
      issuer: config.clusterIssuer,
      audience,
      allowedSub,
      keys: clusterKeys,
      maxLifetimeMs: config.maxTokenLifetime,
      review,
    });
  let isStarted = false;
  /** Before the start there is nothing to renew, and the hub may have no keys yet. */
  const renewKeys = (): void => {
    if (isStarted) void hubKeys.renew();
  };
  const tenants = tenantDirectory({
    getTenant: options.getTenant,
    ttlMillis: config.issuerCacheTtlMillis,
  });
  const cutoffs = cutoffTable();
  bus.watch<Cutoff>(
    'token-cutoffs',
    (_key, cutoff) => {
      if (cutoff) cutoffs.put(cutoff);
    },
    () => {
      // Hints and events sent while disconnected may have been missed.
      renewKeys();
      tenants.expire();
    },
  );
  bus.follow(['tenant.*'], async ({ event }) => {
    const tenant = event.data['tenant'] as
      Pick<DirectoryTenant, 'id' | 'slug' | 'mode'> | undefined;
    if (!tenant) return;
    tenants.drop(tenant.id);
    tenants.drop(tenantLabel(tenant));
  });
  // A key may have been removed because it leaked.
  bus.onHint('signing-keys', renewKeys, 'hub');
  const verifyBearer = bearerVerifier({
    issuers: {
      platformIssuer: config.issuer,
      platformDomain: config.platformDomain,
      trustTestIssuers: config.trustTestIssuers,
    },
    keys: hubKeys,
    tenants,
    cutoffs,
    enforceTntIss: config.enforceTntIss,
    resourceMetadata: options.resourceMetadata,
    onMismatch: (mismatch) => {
      mismatches.inc();
      log.warn(mismatch, 'the tenant of a token does not match its issuer');
    },
    onCache: (result) => void cache[result].count++,
  });
  return {
    verifyBearer,
    tenants,
    hubKeys,
    callersOf,
    review,
    identity: ownIdentityCheck({
      tokenDirectory: config.tokenDirectory,
      callersOf,
      keysAgeSeconds: () => clusterKeys.ageSeconds(),
    }),
    async start() {
      isStarted = true;
      void hubKeys.start();
      void clusterKeys.start();
    },
    stop() {
      hubKeys.stop();
      clusterKeys.stop();
    },
  };
}
