// Original file: protos/platform/hub/v1/hub.proto


export interface RotateKeysResponse {
  'activeKids'?: (string)[];
}

export interface RotateKeysResponse__Output {
  'activeKids': (string)[];
}
