// Original file: protos/platform/fga/v1/fga.proto

import type { RequirementGroup as _platform_fga_v1_RequirementGroup, RequirementGroup__Output as _platform_fga_v1_RequirementGroup__Output } from '../../../platform/fga/v1/RequirementGroup.ts';

export interface PolicyRequire {
  'groups'?: (_platform_fga_v1_RequirementGroup)[];
}

export interface PolicyRequire__Output {
  'groups': (_platform_fga_v1_RequirementGroup__Output)[];
}
