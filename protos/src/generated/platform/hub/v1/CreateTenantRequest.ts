// Original file: protos/platform/hub/v1/hub.proto

import type { TenantLimits as _platform_hub_v1_TenantLimits, TenantLimits__Output as _platform_hub_v1_TenantLimits__Output } from '../../../platform/hub/v1/TenantLimits.ts';

export interface CreateTenantRequest {
  'requestId'?: (string);
  'slug'?: (string);
  'name'?: (string);
  'mode'?: (string);
  'parentTenantId'?: (string);
  'contactEmail'?: (string);
  'region'?: (string);
  'adminClient'?: (boolean);
  'limits'?: (_platform_hub_v1_TenantLimits | null);
  'adminEmail'?: (string);
}

export interface CreateTenantRequest__Output {
  'requestId': (string);
  'slug': (string);
  'name': (string);
  'mode': (string);
  'parentTenantId': (string);
  'contactEmail': (string);
  'region': (string);
  'adminClient': (boolean);
  'limits': (_platform_hub_v1_TenantLimits__Output | null);
  'adminEmail': (string);
}
