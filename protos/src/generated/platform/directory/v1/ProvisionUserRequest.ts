// Original file: protos/platform/directory/v1/directory.proto

import type { FederatedIdentity as _platform_directory_v1_FederatedIdentity, FederatedIdentity__Output as _platform_directory_v1_FederatedIdentity__Output } from '../../../platform/directory/v1/FederatedIdentity.ts';
import type { ProvisionAction as _platform_directory_v1_ProvisionAction, ProvisionAction__Output as _platform_directory_v1_ProvisionAction__Output } from '../../../platform/directory/v1/ProvisionAction.ts';

export interface ProvisionUserRequest {
  'tenantId'?: (string);
  'directoryId'?: (string);
  'identity'?: (_platform_directory_v1_FederatedIdentity | null);
  'email'?: (string);
  'emailVerified'?: (boolean);
  'profileJson'?: (string);
  'attributesJson'?: (string);
  'organizationId'?: (string);
  'actions'?: (_platform_directory_v1_ProvisionAction)[];
  'loginId'?: (string);
  'userId'?: (string);
}

export interface ProvisionUserRequest__Output {
  'tenantId': (string);
  'directoryId': (string);
  'identity': (_platform_directory_v1_FederatedIdentity__Output | null);
  'email': (string);
  'emailVerified': (boolean);
  'profileJson': (string);
  'attributesJson': (string);
  'organizationId': (string);
  'actions': (_platform_directory_v1_ProvisionAction__Output)[];
  'loginId': (string);
  'userId': (string);
}
