// Original file: protos/platform/identity/v1/identity.proto


export interface BeginChallengeRequest {
  'tenantId'?: (string);
  'userId'?: (string);
  'identifier'?: (string);
  'method'?: (string);
  'purpose'?: (string);
  'loginId'?: (string);
  'locales'?: (string)[];
  'clientId'?: (string);
  'rpId'?: (string);
  'origin'?: (string);
  'linkUrl'?: (string);
  'ip'?: (string);
  'userAgent'?: (string);
  'email'?: (string);
  'country'?: (string);
}

export interface BeginChallengeRequest__Output {
  'tenantId': (string);
  'userId': (string);
  'identifier': (string);
  'method': (string);
  'purpose': (string);
  'loginId': (string);
  'locales': (string)[];
  'clientId': (string);
  'rpId': (string);
  'origin': (string);
  'linkUrl': (string);
  'ip': (string);
  'userAgent': (string);
  'email': (string);
  'country': (string);
}
