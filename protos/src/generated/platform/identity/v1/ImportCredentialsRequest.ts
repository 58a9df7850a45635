// Original file: protos/platform/identity/v1/identity.proto

import type { CredentialImport as _platform_identity_v1_CredentialImport, CredentialImport__Output as _platform_identity_v1_CredentialImport__Output } from '../../../platform/identity/v1/CredentialImport.ts';

export interface ImportCredentialsRequest {
  'tenantId'?: (string);
  'items'?: (_platform_identity_v1_CredentialImport)[];
}

export interface ImportCredentialsRequest__Output {
  'tenantId': (string);
  'items': (_platform_identity_v1_CredentialImport__Output)[];
}
