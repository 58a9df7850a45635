// Original file: protos/platform/identity/v1/identity.proto


export interface RememberDeviceResponse {
  'isNew'?: (boolean);
}

export interface RememberDeviceResponse__Output {
  'isNew': (boolean);
}
