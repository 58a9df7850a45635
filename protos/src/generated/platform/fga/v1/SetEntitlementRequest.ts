// Original file: protos/platform/fga/v1/fga.proto


export interface SetEntitlementRequest {
  'tenantId'?: (string);
  'family'?: (string);
  'entitled'?: (boolean);
  'reason'?: (string);
  'expiresAt'?: (string);
}

export interface SetEntitlementRequest__Output {
  'tenantId': (string);
  'family': (string);
  'entitled': (boolean);
  'reason': (string);
  'expiresAt': (string);
}
