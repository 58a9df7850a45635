// Original file: protos/platform/compliance/v1/compliance.proto

import type { ConsentCheckResult as _platform_compliance_v1_ConsentCheckResult, ConsentCheckResult__Output as _platform_compliance_v1_ConsentCheckResult__Output } from '../../../platform/compliance/v1/ConsentCheckResult.ts';

export interface CheckConsentsResponse {
  'results'?: (_platform_compliance_v1_ConsentCheckResult)[];
}

export interface CheckConsentsResponse__Output {
  'results': (_platform_compliance_v1_ConsentCheckResult__Output)[];
}
