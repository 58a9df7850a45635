// Original file: protos/platform/hub/v1/hub.proto


export interface TenantArrivalRequest {
  'tenantId'?: (string);
}

export interface TenantArrivalRequest__Output {
  'tenantId': (string);
}
