// Original file: protos/platform/hub/v1/hub.proto


export interface GetApiResourceRequest {
  'tenantId'?: (string);
  'id'?: (string);
}

export interface GetApiResourceRequest__Output {
  'tenantId': (string);
  'id': (string);
}
