// Original file: protos/platform/outbound/v1/outbound.proto


export interface ClaimsOfToken {
  'token'?: (string);
  'claimsJson'?: (string);
}

export interface ClaimsOfToken__Output {
  'token': (string);
  'claimsJson': (string);
}
