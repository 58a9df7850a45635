// Original file: protos/platform/compliance/v1/compliance.proto

import type { ActiveDocument as _platform_compliance_v1_ActiveDocument, ActiveDocument__Output as _platform_compliance_v1_ActiveDocument__Output } from '../../../platform/compliance/v1/ActiveDocument.ts';
import type { OutstandingConsent as _platform_compliance_v1_OutstandingConsent, OutstandingConsent__Output as _platform_compliance_v1_OutstandingConsent__Output } from '../../../platform/compliance/v1/OutstandingConsent.ts';

export interface GetActiveDocumentsResponse {
  'documents'?: (_platform_compliance_v1_ActiveDocument)[];
  'outstanding'?: (_platform_compliance_v1_OutstandingConsent)[];
}

export interface GetActiveDocumentsResponse__Output {
  'documents': (_platform_compliance_v1_ActiveDocument__Output)[];
  'outstanding': (_platform_compliance_v1_OutstandingConsent__Output)[];
}
