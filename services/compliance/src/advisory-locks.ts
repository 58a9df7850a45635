import { advisoryLocks } from '@platform/kit/database';

/** The advisory locks of this service. */
export const complianceLocks = advisoryLocks('compliance', ['ssfReceivers', 'auditExports']);
