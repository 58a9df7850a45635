// Original file: protos/platform/compliance/v1/compliance.proto

import type { SubjectStatus as _platform_compliance_v1_SubjectStatus, SubjectStatus__Output as _platform_compliance_v1_SubjectStatus__Output } from '../../../platform/compliance/v1/SubjectStatus.ts';

export interface SubjectStatusResponse {
  'results'?: (_platform_compliance_v1_SubjectStatus)[];
}

export interface SubjectStatusResponse__Output {
  'results': (_platform_compliance_v1_SubjectStatus__Output)[];
}
