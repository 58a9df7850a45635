// Original file: protos/platform/identity/v1/identity.proto


export interface SetPasswordRequest {
  'tenantId'?: (string);
  'userId'?: (string);
  'password'?: (string);
  'hashJson'?: (string);
  'mustChange'?: (boolean);
  'actorJson'?: (string);
  'idempotencyKey'?: (string);
  'forbidden'?: (string)[];
  'clientId'?: (string);
  'ip'?: (string);
  'userAgent'?: (string);
  'country'?: (string);
  'isReset'?: (boolean);
  'credential'?: "password"|"hashJson";
}

export interface SetPasswordRequest__Output {
  'tenantId': (string);
  'userId': (string);
  'password'?: (string);
  'hashJson'?: (string);
  'mustChange': (boolean);
  'actorJson': (string);
  'idempotencyKey': (string);
  'forbidden': (string)[];
  'clientId': (string);
  'ip': (string);
  'userAgent': (string);
  'country': (string);
  'isReset': (boolean);
  'credential'?: "password"|"hashJson";
}
