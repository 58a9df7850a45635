// Original file: protos/platform/identity/v1/identity.proto


export interface Device {
  'id'?: (string);
  'userAgent'?: (string);
  'createdAt'?: (string);
  'lastUsedAt'?: (string);
  'trustedUntil'?: (string);
}

export interface Device__Output {
  'id': (string);
  'userAgent': (string);
  'createdAt': (string);
  'lastUsedAt': (string);
  'trustedUntil': (string);
}
