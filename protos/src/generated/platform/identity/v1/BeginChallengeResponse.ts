// Original file: protos/platform/identity/v1/identity.proto


export interface BeginChallengeResponse {
  'challengeId'?: (string);
  'publicJson'?: (string);
  'expiresAt'?: (string);
}

export interface BeginChallengeResponse__Output {
  'challengeId': (string);
  'publicJson': (string);
  'expiresAt': (string);
}
