// Original file: protos/platform/hub/v1/hub.proto


export interface ReserveTenantRequest {
  'tenantJson'?: (string);
  'moveId'?: (string);
  'acceptNewIssuer'?: (boolean);
}

export interface ReserveTenantRequest__Output {
  'tenantJson': (string);
  'moveId': (string);
  'acceptNewIssuer': (boolean);
}
