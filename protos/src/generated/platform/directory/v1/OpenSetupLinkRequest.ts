// Original file: protos/platform/directory/v1/directory.proto


export interface OpenSetupLinkRequest {
  'tenantId'?: (string);
  'token'?: (string);
}

export interface OpenSetupLinkRequest__Output {
  'tenantId': (string);
  'token': (string);
}
