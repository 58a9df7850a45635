/** The settings of directory besides those of every service. */
export const directoryConfig = {
  maxUsersPerTenant: 'platform.directory.limits.max-users-per-tenant',
  maxMetadataBytes: 'platform.directory.limits.max-metadata-bytes',
  acceptBaseUrl: 'platform.organizations.invitation.accept-base-url',
  invitationTtl: 'platform.organizations.invitation.ttl',
  recordLabel: 'platform.organizations.domains.record-label',
  pendingTtl: 'platform.organizations.domains.pending-ttl',
  lapseAfter: 'platform.organizations.domains.lapse-after',
  releaseAfter: 'platform.organizations.domains.release-after',
  dnsServers: 'platform.organizations.domains.resolvers',
  blockedDomains: 'platform.organizations.domains.blocked',
  maxDefinitions: 'platform.attribute-schema.max-definitions',
  importBatchSize: 'platform.migration.batch-size',
  importLeaseTtl: 'platform.migration.lease-ttl',
  importDryRunTimeout: 'platform.migration.dry-run-timeout',
  lazyLoginTimeout: 'platform.migration.lazy-login-timeout',
  importMaxFileBytes: 'platform.migration.max-file-bytes',
  importBucket: 'platform.migration.object-store.bucket',
  importRegion: 'platform.migration.object-store.region',
  importEndpoint: 'platform.migration.object-store.endpoint',
  importKeyPrefix: 'platform.migration.object-store.key-prefix',
  importBaseDir: 'platform.migration.local.base-dir',
  scimBaseUrl: 'platform.scim.public-base-url',
  publicBaseUrl: 'platform.gateway.public-base-url',
  bearerDefaultTtl: 'platform.scim.bearer.default-ttl',
  bearerMaxTtl: 'platform.scim.bearer.max-ttl',
  bearerDefaultOverlap: 'platform.scim.bearer.default-overlap',
  internalHosts: 'platform.federation.allowed-internal-hosts',
  testTimeout: 'platform.federation.test.total-timeout',
  stepTimeout: 'platform.federation.test.step-timeout',
  testsPerMinute: 'platform.federation.test.per-tenant-per-minute',
  googleTokenUrl: 'platform.federation.workspace.token-url',
  googleApiUrl: 'platform.federation.workspace.api-base-url',
  authorityUrls: 'platform.federation.cloud-directory.authority-base-urls',
  graphUrls: 'platform.federation.cloud-directory.graph-base-urls',
  syncInterval: 'platform.directory.sync.interval',
  maxLeavingPercent: 'platform.directory.sync.max-deactivation-percent',
  maxLeavingMin: 'platform.directory.sync.max-deactivation-min',
} as const;

/** The origin where SCIM clients reach the platform. */
export const scimOrigin = ({
  scimBaseUrl,
  publicBaseUrl,
}: {
  scimBaseUrl: string;
  publicBaseUrl: string;
}): string => scimBaseUrl || publicBaseUrl;
