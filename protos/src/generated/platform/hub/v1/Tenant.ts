// Original file: protos/platform/hub/v1/hub.proto

import type { TenantLimits as _platform_hub_v1_TenantLimits, TenantLimits__Output as _platform_hub_v1_TenantLimits__Output } from '../../../platform/hub/v1/TenantLimits.ts';

export interface Tenant {
  'id'?: (string);
  'slug'?: (string);
  'name'?: (string);
  'mode'?: (string);
  'state'?: (string);
  'issuer'?: (string);
  'isDefault'?: (boolean);
  'parentTenantId'?: (string);
  'contactEmail'?: (string);
  'region'?: (string);
  'createdAt'?: (string);
  'updatedAt'?: (string);
  'deletedAt'?: (string);
  'limits'?: (_platform_hub_v1_TenantLimits | null);
  'purgedBy'?: (string)[];
  'purgedAt'?: (string);
}

export interface Tenant__Output {
  'id': (string);
  'slug': (string);
  'name': (string);
  'mode': (string);
  'state': (string);
  'issuer': (string);
  'isDefault': (boolean);
  'parentTenantId': (string);
  'contactEmail': (string);
  'region': (string);
  'createdAt': (string);
  'updatedAt': (string);
  'deletedAt': (string);
  'limits': (_platform_hub_v1_TenantLimits__Output | null);
  'purgedBy': (string)[];
  'purgedAt': (string);
}
