// Original file: protos/platform/identity/v1/identity.proto


export interface RemoveCredentialRequest {
  'tenantId'?: (string);
  'userId'?: (string);
  'authenticatorId'?: (string);
  'actorJson'?: (string);
  'ip'?: (string);
  'userAgent'?: (string);
  'country'?: (string);
}

export interface RemoveCredentialRequest__Output {
  'tenantId': (string);
  'userId': (string);
  'authenticatorId': (string);
  'actorJson': (string);
  'ip': (string);
  'userAgent': (string);
  'country': (string);
}
