// Original file: protos/platform/directory/v1/directory.proto

import type { FederatedIdentity as _platform_directory_v1_FederatedIdentity, FederatedIdentity__Output as _platform_directory_v1_FederatedIdentity__Output } from '../../../platform/directory/v1/FederatedIdentity.ts';

export interface ResolveUserRequest {
  'tenantId'?: (string);
  'userId'?: (string);
  'email'?: (string);
  'username'?: (string);
  'phone'?: (string);
  'externalId'?: (string);
  'identity'?: (_platform_directory_v1_FederatedIdentity | null);
  'organizationId'?: (string);
  'include'?: (string)[];
  'by'?: "userId"|"email"|"username"|"phone"|"externalId"|"identity";
}

export interface ResolveUserRequest__Output {
  'tenantId': (string);
  'userId'?: (string);
  'email'?: (string);
  'username'?: (string);
  'phone'?: (string);
  'externalId'?: (string);
  'identity'?: (_platform_directory_v1_FederatedIdentity__Output | null);
  'organizationId': (string);
  'include': (string)[];
  'by'?: "userId"|"email"|"username"|"phone"|"externalId"|"identity";
}
