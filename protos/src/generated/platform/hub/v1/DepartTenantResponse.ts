// Original file: protos/platform/hub/v1/hub.proto


export interface DepartTenantResponse {
  'tenantJson'?: (string);
}

export interface DepartTenantResponse__Output {
  'tenantJson': (string);
}
