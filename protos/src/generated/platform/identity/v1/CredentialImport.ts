// Original file: protos/platform/identity/v1/identity.proto


export interface CredentialImport {
  'userId'?: (string);
  'kind'?: (string);
  'value'?: (string);
  'mustChange'?: (boolean);
  'key'?: (string);
  'asOf'?: (string);
}

export interface CredentialImport__Output {
  'userId': (string);
  'kind': (string);
  'value': (string);
  'mustChange': (boolean);
  'key': (string);
  'asOf': (string);
}
