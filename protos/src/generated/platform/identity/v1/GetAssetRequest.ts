// Original file: protos/platform/identity/v1/identity.proto


export interface GetAssetRequest {
  'tenantId'?: (string);
  'sha256'?: (string);
}

export interface GetAssetRequest__Output {
  'tenantId': (string);
  'sha256': (string);
}
