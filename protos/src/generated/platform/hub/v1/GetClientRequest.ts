// Original file: protos/platform/hub/v1/hub.proto


export interface GetClientRequest {
  'tenantId'?: (string);
  'clientId'?: (string);
}

export interface GetClientRequest__Output {
  'tenantId': (string);
  'clientId': (string);
}
