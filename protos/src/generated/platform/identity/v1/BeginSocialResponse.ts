// Original file: protos/platform/identity/v1/identity.proto


export interface BeginSocialResponse {
  'authorizationUrl'?: (string);
  'state'?: (string);
}

export interface BeginSocialResponse__Output {
  'authorizationUrl': (string);
  'state': (string);
}
