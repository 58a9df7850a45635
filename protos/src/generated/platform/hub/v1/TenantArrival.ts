// Original file: protos/platform/hub/v1/hub.proto


export interface TenantArrival {
  'tenantId'?: (string);
  'moveId'?: (string);
  'state'?: (string);
  'issuer'?: (string);
}

export interface TenantArrival__Output {
  'tenantId': (string);
  'moveId': (string);
  'state': (string);
  'issuer': (string);
}
