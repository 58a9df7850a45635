// Original file: protos/platform/fga/v1/fga.proto

import type { Entitlement as _platform_fga_v1_Entitlement, Entitlement__Output as _platform_fga_v1_Entitlement__Output } from '../../../platform/fga/v1/Entitlement.ts';

export interface ListEntitlementsResponse {
  'entitlements'?: (_platform_fga_v1_Entitlement)[];
}

export interface ListEntitlementsResponse__Output {
  'entitlements': (_platform_fga_v1_Entitlement__Output)[];
}
