// Original file: protos/platform/identity/v1/identity.proto

import type { CredentialImportResult as _platform_identity_v1_CredentialImportResult, CredentialImportResult__Output as _platform_identity_v1_CredentialImportResult__Output } from '../../../platform/identity/v1/CredentialImportResult.ts';

export interface ImportCredentialsResponse {
  'results'?: (_platform_identity_v1_CredentialImportResult)[];
}

export interface ImportCredentialsResponse__Output {
  'results': (_platform_identity_v1_CredentialImportResult__Output)[];
}
