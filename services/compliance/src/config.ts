import type { Config, ConfigShape } from '@platform/kit/config';

/** The properties that compliance reads besides those of every process. */
export const complianceShape = {
  subjectHashKey: 'platform.compliance.subject-hash-key',
  requiresRegisteredPurpose: 'platform.consents.require-registered-purpose',
  proofRetention: 'platform.consents.proof-retention',
  consentSweepCron: 'platform.consents.sweep-cron',
  maxContentBytes: 'platform.legal-documents.max-content-bytes',
} as const satisfies ConfigShape;

/** What compliance was told. Durations in milliseconds. */
export type ComplianceConfig = Config<typeof complianceShape>;
