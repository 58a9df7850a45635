// Original file: protos/platform/identity/v1/identity.proto


// Original file: protos/platform/identity/v1/identity.proto

export const _platform_identity_v1_CompleteSocialResponse_Outcome = {
  REFUSED: 'REFUSED',
  IDENTIFIED: 'IDENTIFIED',
  LINKED: 'LINKED',
} as const;

export type _platform_identity_v1_CompleteSocialResponse_Outcome =
  | 'REFUSED'
  | 0
  | 'IDENTIFIED'
  | 1
  | 'LINKED'
  | 2

export type _platform_identity_v1_CompleteSocialResponse_Outcome__Output = typeof _platform_identity_v1_CompleteSocialResponse_Outcome[keyof typeof _platform_identity_v1_CompleteSocialResponse_Outcome]

export interface CompleteSocialResponse {
  'outcome'?: (_platform_identity_v1_CompleteSocialResponse_Outcome);
  'reason'?: (string);
  'provider'?: (string);
  'issuer'?: (string);
  'subject'?: (string);
  'email'?: (string);
  'emailVerified'?: (boolean);
  'attributesJson'?: (string);
  'acr'?: (string);
  'amr'?: (string)[];
  'linkedUserId'?: (string);
  'linkCandidateUserId'?: (string);
  'linkNeedsProof'?: (boolean);
  'signUpAllowed'?: (boolean);
  'profileSync'?: (string);
  'claimsJson'?: (string);
}

export interface CompleteSocialResponse__Output {
  'outcome': (_platform_identity_v1_CompleteSocialResponse_Outcome__Output);
  'reason': (string);
  'provider': (string);
  'issuer': (string);
  'subject': (string);
  'email': (string);
  'emailVerified': (boolean);
  'attributesJson': (string);
  'acr': (string);
  'amr': (string)[];
  'linkedUserId': (string);
  'linkCandidateUserId': (string);
  'linkNeedsProof': (boolean);
  'signUpAllowed': (boolean);
  'profileSync': (string);
  'claimsJson': (string);
}
