// Original file: protos/platform/fga/v1/fga.proto


export interface EntitlementsRequest {
  'tenantId'?: (string);
}

export interface EntitlementsRequest__Output {
  'tenantId': (string);
}
