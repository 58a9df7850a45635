import type { Config, ConfigShape } from '@platform/kit/config';

/** The properties that identity facade reads besides those of every process. */
export const identityFacadeShape = {
  assetsEnabled: 'platform.idp-facade.assets.fetch-enabled',
  acceptBaseUrl: 'platform.organizations.invitation.accept-base-url',
  smtpHost: 'platform.idp-facade.smtp.host',
  smtpPort: 'platform.idp-facade.smtp.port',
  smtpSecurity: 'platform.idp-facade.smtp.security',
  smtpUsername: 'platform.idp-facade.smtp.username',
  smtpPassword: 'platform.idp-facade.smtp.password',
  smtpFrom: 'platform.idp-facade.smtp.from',
  smtpTimeout: 'platform.idp-facade.smtp.timeout',
  smtpMaxConnections: 'platform.idp-facade.smtp.max-connections',
  mailsPerTenant: 'platform.idp-facade.email.tenant-per-hour',
  mailsPerRecipient: 'platform.idp-facade.email.recipient-per-ten-minutes',
  testMailsPerTenant: 'platform.idp-facade.email.test-send-per-hour',
  maxDomains: 'platform.idp-facade.domains.max-per-tenant',
  cnameSuffix: 'platform.idp-facade.domains.cname-suffix',
  domainPendingTtl: 'platform.idp-facade.domains.pending-ttl',
  domainRecheckInterval: 'platform.idp-facade.domains.recheck-interval',
  domainFailureThreshold: 'platform.idp-facade.domains.failure-threshold',
  domainFailingGrace: 'platform.idp-facade.domains.failing-grace',
  domainSuspendedRetention: 'platform.idp-facade.domains.suspended-retention',
  dnsServers: 'platform.idp-facade.dns.servers',
  dnsTimeout: 'platform.idp-facade.dns.timeout',
  dnsTries: 'platform.idp-facade.dns.tries',
  passwordAlgorithm: 'platform.idp-facade.password.algorithm',
  passwordMinLength: 'platform.idp-facade.password.min-length',
  passwordSingleFactorMinLength: 'platform.idp-facade.password.single-factor-min-length',
  passwordMemoryKib: 'platform.idp-facade.password.argon2-memory-kib',
  passwordTime: 'platform.idp-facade.password.argon2-time',
  passwordParallelism: 'platform.idp-facade.password.argon2-parallelism',
  passwordMaxConcurrent: 'platform.idp-facade.password.max-concurrent',
  dsarToken: 'platform.dsar.fanout.service-account-token',
  securityEventsBearer: 'platform.security-events.identity-service.bearer',
  analyticsRetention: 'platform.idp-facade.analytics.retention',
} as const satisfies ConfigShape;

/** What identity facade was told. Durations in milliseconds. */
export type IdentityFacadeConfig = Config<typeof identityFacadeShape>;
