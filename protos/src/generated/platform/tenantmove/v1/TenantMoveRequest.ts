// Original file: protos/platform/tenantmove/v1/tenantmove.proto


export interface TenantMoveRequest {
  'tenantId'?: (string);
}

export interface TenantMoveRequest__Output {
  'tenantId': (string);
}
