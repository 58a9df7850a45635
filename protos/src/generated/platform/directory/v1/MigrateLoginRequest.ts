// Original file: protos/platform/directory/v1/directory.proto


export interface MigrateLoginRequest {
  'tenantId'?: (string);
  'identifier'?: (string);
  'password'?: (string);
}

export interface MigrateLoginRequest__Output {
  'tenantId': (string);
  'identifier': (string);
  'password': (string);
}
