// Original file: protos/platform/fga/v1/fga.proto

import type { ValidatedRole as _platform_fga_v1_ValidatedRole, ValidatedRole__Output as _platform_fga_v1_ValidatedRole__Output } from '../../../platform/fga/v1/ValidatedRole.ts';

export interface ValidateRolesResponse {
  'roles'?: (_platform_fga_v1_ValidatedRole)[];
}

export interface ValidateRolesResponse__Output {
  'roles': (_platform_fga_v1_ValidatedRole__Output)[];
}
