// Original file: protos/platform/identity/v1/identity.proto


export interface VerifyChallengeRequest {
  'tenantId'?: (string);
  'challengeId'?: (string);
  'userId'?: (string);
  'identifier'?: (string);
  'method'?: (string);
  'responseJson'?: (string);
  'loginId'?: (string);
  'ip'?: (string);
  'userAgent'?: (string);
  'label'?: (string);
  'trustedDevice'?: (string);
  'country'?: (string);
}

export interface VerifyChallengeRequest__Output {
  'tenantId': (string);
  'challengeId': (string);
  'userId': (string);
  'identifier': (string);
  'method': (string);
  'responseJson': (string);
  'loginId': (string);
  'ip': (string);
  'userAgent': (string);
  'label': (string);
  'trustedDevice': (string);
  'country': (string);
}
