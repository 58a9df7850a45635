// Original file: protos/platform/identity/v1/identity.proto


export interface Authenticator {
  'id'?: (string);
  'method'?: (string);
  'label'?: (string);
  'createdAt'?: (string);
  'lastUsedAt'?: (string);
  'rpId'?: (string);
}

export interface Authenticator__Output {
  'id': (string);
  'method': (string);
  'label': (string);
  'createdAt': (string);
  'lastUsedAt': (string);
  'rpId': (string);
}
