import { accessRequestOperations } from './access-request-operations.ts';
import { auditExportOperations } from './audit-export-operations.ts';
import { auditLogOperations } from './audit-log-operations.ts';
import { complianceProfileOperations } from './compliance-profile-operations.ts';
import { consentOperations } from './consent-operations.ts';
import { consentPurposeOperations } from './consent-purpose-operations.ts';
import { erasureRequestOperations } from './erasure-request-operations.ts';
import { erasureVetoClientOperations } from './erasure-veto-client-operations.ts';
import { legalDocumentOperations } from './legal-document-operations.ts';
import { ssfReceiverOperations } from './ssf-receiver-operations.ts';

/** The operations of the API that compliance serves. */
export const complianceOperations = {
  ...consentOperations,
  ...consentPurposeOperations,
  ...complianceProfileOperations,
  ...legalDocumentOperations,
  ...erasureRequestOperations,
  ...erasureVetoClientOperations,
  ...accessRequestOperations,
  ...ssfReceiverOperations,
  ...auditExportOperations,
  ...auditLogOperations,
};
