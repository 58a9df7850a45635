// Original file: protos/platform/hub/v1/hub.proto

import type { Tenant as _platform_hub_v1_Tenant, Tenant__Output as _platform_hub_v1_Tenant__Output } from '../../../platform/hub/v1/Tenant.ts';

export interface ListTenantsResponse {
  'tenants'?: (_platform_hub_v1_Tenant)[];
  'nextCursor'?: (string);
}

export interface ListTenantsResponse__Output {
  'tenants': (_platform_hub_v1_Tenant__Output)[];
  'nextCursor': (string);
}
