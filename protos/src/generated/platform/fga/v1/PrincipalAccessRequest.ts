// Original file: protos/platform/fga/v1/fga.proto

import type { PrincipalRef as _platform_fga_v1_PrincipalRef, PrincipalRef__Output as _platform_fga_v1_PrincipalRef__Output } from '../../../platform/fga/v1/PrincipalRef.ts';

export interface PrincipalAccessRequest {
  'tenantId'?: (string);
  'principal'?: (_platform_fga_v1_PrincipalRef | null);
  'clientId'?: (string);
  'organizationId'?: (string);
  'apiResourceId'?: (string);
}

export interface PrincipalAccessRequest__Output {
  'tenantId': (string);
  'principal': (_platform_fga_v1_PrincipalRef__Output | null);
  'clientId': (string);
  'organizationId': (string);
  'apiResourceId': (string);
}
