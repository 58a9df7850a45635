// Original file: protos/platform/hub/v1/hub.proto


export interface RotateKeysRequest {
  'family'?: (string);
  'removeCurrent'?: (boolean);
  'leakedAt'?: (string);
}

export interface RotateKeysRequest__Output {
  'family': (string);
  'removeCurrent': (boolean);
  'leakedAt': (string);
}
