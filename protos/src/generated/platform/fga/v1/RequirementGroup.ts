// Original file: protos/platform/fga/v1/fga.proto

import type { UnmetControl as _platform_fga_v1_UnmetControl, UnmetControl__Output as _platform_fga_v1_UnmetControl__Output } from '../../../platform/fga/v1/UnmetControl.ts';

export interface RequirementGroup {
  'policyId'?: (string);
  'operator'?: (string);
  'controls'?: (_platform_fga_v1_UnmetControl)[];
}

export interface RequirementGroup__Output {
  'policyId': (string);
  'operator': (string);
  'controls': (_platform_fga_v1_UnmetControl__Output)[];
}
