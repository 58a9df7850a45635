// Original file: protos/platform/fga/v1/fga.proto

import type { ElevatedScope as _platform_fga_v1_ElevatedScope, ElevatedScope__Output as _platform_fga_v1_ElevatedScope__Output } from '../../../platform/fga/v1/ElevatedScope.ts';

export interface UserScopes {
  'scopes'?: (string)[];
  'elevated'?: (_platform_fga_v1_ElevatedScope)[];
}

export interface UserScopes__Output {
  'scopes': (string)[];
  'elevated': (_platform_fga_v1_ElevatedScope__Output)[];
}
