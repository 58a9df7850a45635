// Original file: protos/platform/fga/v1/fga.proto

import type { ScopeHolder as _platform_fga_v1_ScopeHolder, ScopeHolder__Output as _platform_fga_v1_ScopeHolder__Output } from '../../../platform/fga/v1/ScopeHolder.ts';

export interface ListUserScopesRequest {
  'tenantId'?: (string);
  'users'?: (_platform_fga_v1_ScopeHolder)[];
  'wanted'?: (string)[];
}

export interface ListUserScopesRequest__Output {
  'tenantId': (string);
  'users': (_platform_fga_v1_ScopeHolder__Output)[];
  'wanted': (string)[];
}
