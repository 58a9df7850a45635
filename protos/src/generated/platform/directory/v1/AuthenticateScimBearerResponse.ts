// Original file: protos/platform/directory/v1/directory.proto


export interface AuthenticateScimBearerResponse {
  'tenantId'?: (string);
  'bearerId'?: (string);
  'readOnly'?: (boolean);
  'expiresAt'?: (string);
}

export interface AuthenticateScimBearerResponse__Output {
  'tenantId': (string);
  'bearerId': (string);
  'readOnly': (boolean);
  'expiresAt': (string);
}
