import type { Config, ConfigShape } from '@platform/kit/config';

/** The properties that compliance reads besides those of every process. */
export const complianceShape = {
  subjectHashKey: 'platform.compliance.subject-hash-key',
  requiresRegisteredPurpose: 'platform.consents.require-registered-purpose',
  proofRetention: 'platform.consents.proof-retention',
  consentSweepCron: 'platform.consents.sweep-cron',
  maxContentBytes: 'platform.legal-documents.max-content-bytes',
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
