import { advisoryLocks } from '@platform/kit/database';

/** The advisory locks of compliance. */
export const complianceLocks = advisoryLocks('compliance', [
  'erasedSubject',
  'vetoClients',
  'accessRequests',
  'ssfReceivers',
  'auditExports',
  'documentSet',
  'purposes',
  'profile',
  'auditVerifications',
]);
