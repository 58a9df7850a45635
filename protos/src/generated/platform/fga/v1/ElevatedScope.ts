// Original file: protos/platform/fga/v1/fga.proto


export interface ElevatedScope {
  'scope'?: (string);
  'activationId'?: (string);
  'expiresAt'?: (string);
}

export interface ElevatedScope__Output {
  'scope': (string);
  'activationId': (string);
  'expiresAt': (string);
}
