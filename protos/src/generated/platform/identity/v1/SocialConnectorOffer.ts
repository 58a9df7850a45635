// Original file: protos/platform/identity/v1/identity.proto


export interface SocialConnectorOffer {
  'provider'?: (string);
  'displayName'?: (string);
  'iconUrl'?: (string);
}

export interface SocialConnectorOffer__Output {
  'provider': (string);
  'displayName': (string);
  'iconUrl': (string);
}
