// Original file: protos/platform/fga/v1/fga.proto

import type { UserScopes as _platform_fga_v1_UserScopes, UserScopes__Output as _platform_fga_v1_UserScopes__Output } from '../../../platform/fga/v1/UserScopes.ts';

export interface ListUserScopesResponse {
  'users'?: (_platform_fga_v1_UserScopes)[];
}

export interface ListUserScopesResponse__Output {
  'users': (_platform_fga_v1_UserScopes__Output)[];
}
