// Original file: protos/platform/directory/v1/directory.proto


export interface GetSetupLinkRequest {
  'tenantId'?: (string);
  'linkId'?: (string);
}

export interface GetSetupLinkRequest__Output {
  'tenantId': (string);
  'linkId': (string);
}
