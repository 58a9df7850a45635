// Original file: protos/platform/hub/v1/hub.proto


export interface RotateKeysResponse {
  'kids'?: (string)[];
}

export interface RotateKeysResponse__Output {
  'kids': (string)[];
}
