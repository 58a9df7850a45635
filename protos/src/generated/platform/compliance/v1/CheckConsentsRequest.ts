// Original file: protos/platform/compliance/v1/compliance.proto

import type { ConsentQuery as _platform_compliance_v1_ConsentQuery, ConsentQuery__Output as _platform_compliance_v1_ConsentQuery__Output } from '../../../platform/compliance/v1/ConsentQuery.ts';

export interface CheckConsentsRequest {
  'tenantId'?: (string);
  'subjectId'?: (string);
  'items'?: (_platform_compliance_v1_ConsentQuery)[];
}

export interface CheckConsentsRequest__Output {
  'tenantId': (string);
  'subjectId': (string);
  'items': (_platform_compliance_v1_ConsentQuery__Output)[];
}
