// Original file: protos/platform/hub/v1/hub.proto


export interface DeleteTenantRequest {
  'tenantId'?: (string);
}

export interface DeleteTenantRequest__Output {
  'tenantId': (string);
}
