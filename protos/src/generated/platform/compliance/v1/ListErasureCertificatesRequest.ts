// Original file: protos/platform/compliance/v1/compliance.proto

import type { SubjectIdentifier as _platform_compliance_v1_SubjectIdentifier, SubjectIdentifier__Output as _platform_compliance_v1_SubjectIdentifier__Output } from '../../../platform/compliance/v1/SubjectIdentifier.ts';

export interface ListErasureCertificatesRequest {
  'tenantId'?: (string);
  'identifier'?: (_platform_compliance_v1_SubjectIdentifier | null);
  'limit'?: (number);
  'before'?: (string);
}

export interface ListErasureCertificatesRequest__Output {
  'tenantId': (string);
  'identifier': (_platform_compliance_v1_SubjectIdentifier__Output | null);
  'limit': (number);
  'before': (string);
}
