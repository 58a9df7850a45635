// Original file: protos/platform/hub/v1/hub.proto

import type { TenantLimits as _platform_hub_v1_TenantLimits, TenantLimits__Output as _platform_hub_v1_TenantLimits__Output } from '../../../platform/hub/v1/TenantLimits.ts';

export interface SetLimitsRequest {
  'tenantId'?: (string);
  'limits'?: (_platform_hub_v1_TenantLimits | null);
  'clear'?: (string)[];
}

export interface SetLimitsRequest__Output {
  'tenantId': (string);
  'limits': (_platform_hub_v1_TenantLimits__Output | null);
  'clear': (string)[];
}
