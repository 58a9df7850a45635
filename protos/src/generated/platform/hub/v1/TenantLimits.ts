// Original file: protos/platform/hub/v1/hub.proto

import type { Long } from '@grpc/proto-loader';

export interface TenantLimits {
  'tenantRequestsPerMinute'?: (number | string | Long);
  'clientRequestsPerMinute'?: (number | string | Long);
  'oauthTenantRequestsPerMinute'?: (number | string | Long);
  'oauthClientRequestsPerMinute'?: (number | string | Long);
  '_tenantRequestsPerMinute'?: "tenantRequestsPerMinute";
  '_clientRequestsPerMinute'?: "clientRequestsPerMinute";
  '_oauthTenantRequestsPerMinute'?: "oauthTenantRequestsPerMinute";
  '_oauthClientRequestsPerMinute'?: "oauthClientRequestsPerMinute";
}

export interface TenantLimits__Output {
  'tenantRequestsPerMinute'?: (number);
  'clientRequestsPerMinute'?: (number);
  'oauthTenantRequestsPerMinute'?: (number);
  'oauthClientRequestsPerMinute'?: (number);
  '_tenantRequestsPerMinute'?: "tenantRequestsPerMinute";
  '_clientRequestsPerMinute'?: "clientRequestsPerMinute";
  '_oauthTenantRequestsPerMinute'?: "oauthTenantRequestsPerMinute";
  '_oauthClientRequestsPerMinute'?: "oauthClientRequestsPerMinute";
}
