// Original file: protos/platform/identity/v1/identity.proto


export interface LinkedIdentity {
  'provider'?: (string);
  'issuer'?: (string);
  'subject'?: (string);
  'email'?: (string);
  'linkedAt'?: (string);
}

export interface LinkedIdentity__Output {
  'provider': (string);
  'issuer': (string);
  'subject': (string);
  'email': (string);
  'linkedAt': (string);
}
