// Original file: protos/platform/directory/v1/directory.proto


export interface FederatedIdentity {
  'issuer'?: (string);
  'subject'?: (string);
}

export interface FederatedIdentity__Output {
  'issuer': (string);
  'subject': (string);
}
