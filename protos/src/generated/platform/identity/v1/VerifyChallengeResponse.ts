// Original file: protos/platform/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

// Original file: protos/platform/identity/v1/identity.proto

export const _platform_identity_v1_VerifyChallengeResponse_Outcome = {
  FAILURE: 'FAILURE',
  SUCCESS: 'SUCCESS',
  EXPIRED: 'EXPIRED',
  LOCKED: 'LOCKED',
  MUST_CHANGE: 'MUST_CHANGE',
} as const;

export type _platform_identity_v1_VerifyChallengeResponse_Outcome =
  | 'FAILURE'
  | 0
  | 'SUCCESS'
  | 1
  | 'EXPIRED'
  | 2
  | 'LOCKED'
  | 3
  | 'MUST_CHANGE'
  | 4

export type _platform_identity_v1_VerifyChallengeResponse_Outcome__Output = typeof _platform_identity_v1_VerifyChallengeResponse_Outcome[keyof typeof _platform_identity_v1_VerifyChallengeResponse_Outcome]

export interface VerifyChallengeResponse {
  'outcome'?: (_platform_identity_v1_VerifyChallengeResponse_Outcome);
  'userId'?: (string);
  'method'?: (string);
  'amr'?: (string)[];
  'factorKinds'?: (string)[];
  'phishingResistant'?: (boolean);
  'hardwareProtected'?: (boolean);
  'retryAfterMs'?: (number | string | Long);
  'remaining'?: (number);
  'authenticatorId'?: (string);
  'recoveryCodes'?: (string)[];
  'verifiedEmail'?: (string);
  'userVerified'?: (boolean);
  'purpose'?: (string);
}

export interface VerifyChallengeResponse__Output {
  'outcome': (_platform_identity_v1_VerifyChallengeResponse_Outcome__Output);
  'userId': (string);
  'method': (string);
  'amr': (string)[];
  'factorKinds': (string)[];
  'phishingResistant': (boolean);
  'hardwareProtected': (boolean);
  'retryAfterMs': (number);
  'remaining': (number);
  'authenticatorId': (string);
  'recoveryCodes': (string)[];
  'verifiedEmail': (string);
  'userVerified': (boolean);
  'purpose': (string);
}
