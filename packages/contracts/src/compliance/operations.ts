import { auditExportOperations } from './audit-export-operations.ts';
import { complianceProfileOperations } from './compliance-profile-operations.ts';
import { consentOperations } from './consent-operations.ts';
import { consentPurposeOperations } from './consent-purpose-operations.ts';
import { legalDocumentOperations } from './legal-document-operations.ts';
import { ssfReceiverOperations } from './ssf-receiver-operations.ts';

/** The operations of the API that compliance serves. */
export const complianceOperations = {
  ...consentOperations,
  ...consentPurposeOperations,
  ...complianceProfileOperations,
  ...legalDocumentOperations,
  ...ssfReceiverOperations,
  ...auditExportOperations,
};
