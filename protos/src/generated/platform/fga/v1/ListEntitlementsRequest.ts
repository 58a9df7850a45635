// Original file: protos/platform/fga/v1/fga.proto


export interface ListEntitlementsRequest {
  'tenantId'?: (string);
}

export interface ListEntitlementsRequest__Output {
  'tenantId': (string);
}
