// Original file: protos/platform/identity/v1/identity.proto


export interface SetPasswordResponse {
  'setAt'?: (string);
}

export interface SetPasswordResponse__Output {
  'setAt': (string);
}
