// Original file: protos/platform/hub/v1/hub.proto


export interface DepartTenantRequest {
  'tenantId'?: (string);
}

export interface DepartTenantRequest__Output {
  'tenantId': (string);
}
