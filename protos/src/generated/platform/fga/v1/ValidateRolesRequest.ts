// Original file: protos/platform/fga/v1/fga.proto

import type { RoleGranter as _platform_fga_v1_RoleGranter, RoleGranter__Output as _platform_fga_v1_RoleGranter__Output } from '../../../platform/fga/v1/RoleGranter.ts';

export interface ValidateRolesRequest {
  'tenantId'?: (string);
  'keys'?: (string)[];
  'granter'?: (_platform_fga_v1_RoleGranter | null);
}

export interface ValidateRolesRequest__Output {
  'tenantId': (string);
  'keys': (string)[];
  'granter': (_platform_fga_v1_RoleGranter__Output | null);
}
