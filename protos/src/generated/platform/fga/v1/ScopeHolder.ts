// Original file: protos/platform/fga/v1/fga.proto


export interface ScopeHolder {
  'userId'?: (string);
  'organizationId'?: (string);
}

export interface ScopeHolder__Output {
  'userId': (string);
  'organizationId': (string);
}
