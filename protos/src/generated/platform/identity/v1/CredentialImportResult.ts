// Original file: protos/platform/identity/v1/identity.proto


// Original file: protos/platform/identity/v1/identity.proto

export const _platform_identity_v1_CredentialImportResult_Outcome = {
  APPLIED: 'APPLIED',
  DUPLICATE: 'DUPLICATE',
  REJECTED: 'REJECTED',
} as const;

export type _platform_identity_v1_CredentialImportResult_Outcome =
  | 'APPLIED'
  | 0
  | 'DUPLICATE'
  | 1
  | 'REJECTED'
  | 2

export type _platform_identity_v1_CredentialImportResult_Outcome__Output = typeof _platform_identity_v1_CredentialImportResult_Outcome[keyof typeof _platform_identity_v1_CredentialImportResult_Outcome]

export interface CredentialImportResult {
  'key'?: (string);
  'outcome'?: (_platform_identity_v1_CredentialImportResult_Outcome);
  'code'?: (string);
}

export interface CredentialImportResult__Output {
  'key': (string);
  'outcome': (_platform_identity_v1_CredentialImportResult_Outcome__Output);
  'code': (string);
}
