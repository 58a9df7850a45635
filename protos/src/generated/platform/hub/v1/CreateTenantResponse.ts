// Original file: protos/platform/hub/v1/hub.proto

import type { Tenant as _platform_hub_v1_Tenant, Tenant__Output as _platform_hub_v1_Tenant__Output } from '../../../platform/hub/v1/Tenant.ts';

export interface CreateTenantResponse {
  'tenant'?: (_platform_hub_v1_Tenant | null);
  'clientId'?: (string);
  'clientSecret'?: (string);
}

export interface CreateTenantResponse__Output {
  'tenant': (_platform_hub_v1_Tenant__Output | null);
  'clientId': (string);
  'clientSecret': (string);
}
