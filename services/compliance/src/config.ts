import type { Config, ConfigShape } from '@platform/kit/config';

/** The properties that compliance reads besides those of every process. */
export const complianceShape = {
  subjectHashKey: 'platform.compliance.subject-hash-key',
  requiresRegisteredPurpose: 'platform.consents.require-registered-purpose',
  proofRetention: 'platform.consents.proof-retention',
  consentSweepCron: 'platform.consents.sweep-cron',
  graceWindow: 'platform.erasure.grace-window',
  maxHoldWindow: 'platform.erasure.max-hold-window',
  erasureLockTtl: 'platform.erasure.lock-ttl',
  erasureSweepCron: 'platform.erasure.sweep-cron',
  vetoTimeout: 'platform.erasure.veto-callback-timeout',
  erasurePeerTimeout: 'platform.erasure.peer-timeout',
  tombstoneRetention: 'platform.erasure.tombstone-retention',
  stalledAfter: 'platform.erasure.stalled-after',
  escalationInterval: 'platform.erasure.escalation-interval',
  dsarBucket: 'platform.dsar.object-store.bucket',
  dsarRegion: 'platform.dsar.object-store.region',
  dsarEndpoint: 'platform.dsar.object-store.endpoint',
  dsarKeyPrefix: 'platform.dsar.object-store.key-prefix',
  dsarBaseDir: 'platform.dsar.local.base-dir',
  dsarHubUrl: 'platform.dsar.fanout.hub-base-url',
  dsarIdentityUrl: 'platform.dsar.fanout.identity-service-base-url',
  dsarProductUrl: 'platform.dsar.fanout.product-api-base-url',
  dsarToken: 'platform.dsar.fanout.service-account-token',
  dsarTimeout: 'platform.dsar.fanout.timeout',
  dsarMaxAttempts: 'platform.dsar.fanout.max-attempts',
  dsarMaxPartBytes: 'platform.dsar.fanout.max-part-bytes',
  dsarBundleTtl: 'platform.dsar.bundle-ttl',
  dsarMaxActive: 'platform.dsar.max-active-per-tenant',
  internalHosts: 'platform.compliance.egress.allowed-internal-hosts',
  maxContentBytes: 'platform.legal-documents.max-content-bytes',
} as const satisfies ConfigShape;

/** What compliance was told. Durations in milliseconds. */
export type ComplianceConfig = Config<typeof complianceShape>;
