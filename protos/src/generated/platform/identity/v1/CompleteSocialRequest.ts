// Original file: protos/platform/identity/v1/identity.proto


export interface CompleteSocialRequest {
  'tenantId'?: (string);
  'state'?: (string);
  'code'?: (string);
  'loginId'?: (string);
  'iss'?: (string);
  'userId'?: (string);
  'error'?: (string);
  'userJson'?: (string);
}

export interface CompleteSocialRequest__Output {
  'tenantId': (string);
  'state': (string);
  'code': (string);
  'loginId': (string);
  'iss': (string);
  'userId': (string);
  'error': (string);
  'userJson': (string);
}
