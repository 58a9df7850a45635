// Original file: protos/platform/compliance/v1/compliance.proto

import type { SubjectIdentifier as _platform_compliance_v1_SubjectIdentifier, SubjectIdentifier__Output as _platform_compliance_v1_SubjectIdentifier__Output } from '../../../platform/compliance/v1/SubjectIdentifier.ts';

export interface SubjectStatusRequest {
  'tenantId'?: (string);
  'identifiers'?: (_platform_compliance_v1_SubjectIdentifier)[];
}

export interface SubjectStatusRequest__Output {
  'tenantId': (string);
  'identifiers': (_platform_compliance_v1_SubjectIdentifier__Output)[];
}
