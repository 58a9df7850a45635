import type { Config, ConfigShape } from '@platform/kit/config';

/** The properties that compliance reads besides those of every process. */
export const complianceShape = {
  subjectHashKey: 'platform.compliance.subject-hash-key',
  requiresRegisteredPurpose: 'platform.consents.require-registered-purpose',
  proofRetention: 'platform.consents.proof-retention',
  consentSweepCron: 'platform.consents.sweep-cron',
  maxContentBytes: 'platform.legal-documents.max-content-bytes',
  auditChannelEnabled: 'platform.audit.internal.cluster.enabled',
  auditChannelIssuer: 'platform.audit.internal.cluster.issuer',
  auditChannelJwksUri: 'platform.audit.internal.cluster.jwks-uri',
  auditChannelAudience: 'platform.audit.internal.cluster.audience',
  auditChannelAllowedSub: 'platform.audit.internal.cluster.allowed-sub',
  auditChannelCaPath: 'platform.audit.internal.cluster.ca-path',
  auditChannelTokenPath: 'platform.audit.internal.cluster.token-path',
  auditChannelConnectTimeout: 'platform.audit.internal.cluster.connect-timeout',
  auditChannelReadTimeout: 'platform.audit.internal.cluster.read-timeout',
  auditRetention: 'platform.audit.retention',
  auditCheckpointCron: 'platform.audit.checkpoint-cron',
  auditExportBucket: 'platform.audit-export.object-store.bucket',
  auditExportRegion: 'platform.audit-export.object-store.region',
  auditExportEndpoint: 'platform.audit-export.object-store.endpoint',
  auditExportKeyPrefix: 'platform.audit-export.object-store.key-prefix',
  auditExportBaseDir: 'platform.audit-export.local.base-dir',
  auditExportRetention: 'platform.audit-export.retention',
  auditExportMaxActive: 'platform.audit-export.max-active-per-tenant',
  auditExportPartMaxRecords: 'platform.audit-export.part-max-records',
  publicBaseUrl: 'platform.gateway.public-base-url',
  allowedInternalHosts: 'platform.compliance.egress.allowed-internal-hosts',
  ssfMaxReceivers: 'platform.ssf.max-receivers-per-tenant',
  ssfPushTimeout: 'platform.ssf.push.timeout',
  ssfPushMaxAge: 'platform.ssf.push.max-age',
  ssfPauseAfterFailures: 'platform.ssf.push.pause-after-failures',
  ssfMaxHeld: 'platform.ssf.hold.max-events',
  ssfMaxHoldAge: 'platform.ssf.hold.max-age',
  ssfInactivityTimeout: 'platform.ssf.inactivity-timeout',
  ssfPollMaxWait: 'platform.ssf.poll.max-wait',
  ssfPollMaxEvents: 'platform.ssf.poll.max-events',
  ssfMinVerificationInterval: 'platform.ssf.min-verification-interval',
} as const satisfies ConfigShape;

/** What compliance was told. Durations in milliseconds. */
export type ComplianceConfig = Config<typeof complianceShape>;
