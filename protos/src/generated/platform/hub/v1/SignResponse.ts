// Original file: protos/platform/hub/v1/hub.proto


export interface SignResponse {
  'jws'?: (string)[];
  'kid'?: (string);
  'issuer'?: (string);
}

export interface SignResponse__Output {
  'jws': (string)[];
  'kid': (string);
  'issuer': (string);
}
