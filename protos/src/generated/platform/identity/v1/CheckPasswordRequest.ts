// Original file: protos/platform/identity/v1/identity.proto


export interface CheckPasswordRequest {
  'tenantId'?: (string);
  'password'?: (string);
  'forbidden'?: (string)[];
  'clientId'?: (string);
}

export interface CheckPasswordRequest__Output {
  'tenantId': (string);
  'password': (string);
  'forbidden': (string)[];
  'clientId': (string);
}
