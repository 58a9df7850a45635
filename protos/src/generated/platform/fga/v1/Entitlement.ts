// Original file: protos/platform/fga/v1/fga.proto


export interface Entitlement {
  'family'?: (string);
  'displayName'?: (string);
  'entitled'?: (boolean);
  'source'?: (string);
  'reason'?: (string);
  'since'?: (string);
  'expiresAt'?: (string);
}

export interface Entitlement__Output {
  'family': (string);
  'displayName': (string);
  'entitled': (boolean);
  'source': (string);
  'reason': (string);
  'since': (string);
  'expiresAt': (string);
}
