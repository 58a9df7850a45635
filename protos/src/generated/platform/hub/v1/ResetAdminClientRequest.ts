// Original file: protos/platform/hub/v1/hub.proto


export interface ResetAdminClientRequest {
  'requestId'?: (string);
  'tenantId'?: (string);
}

export interface ResetAdminClientRequest__Output {
  'requestId': (string);
  'tenantId': (string);
}
