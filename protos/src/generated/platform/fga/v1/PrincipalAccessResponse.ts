// Original file: protos/platform/fga/v1/fga.proto

import type { ElevatedScope as _platform_fga_v1_ElevatedScope, ElevatedScope__Output as _platform_fga_v1_ElevatedScope__Output } from '../../../platform/fga/v1/ElevatedScope.ts';

export interface PrincipalAccessResponse {
  'roles'?: (string)[];
  'permissions'?: (string)[];
  'scopes'?: (string)[];
  'elevated'?: (_platform_fga_v1_ElevatedScope)[];
  'families'?: (string)[];
  'maxAgeSeconds'?: (number);
}

export interface PrincipalAccessResponse__Output {
  'roles': (string)[];
  'permissions': (string)[];
  'scopes': (string)[];
  'elevated': (_platform_fga_v1_ElevatedScope__Output)[];
  'families': (string)[];
  'maxAgeSeconds': (number);
}
