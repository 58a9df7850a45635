// Original file: protos/platform/identity/v1/identity.proto


export interface BeginSocialRequest {
  'tenantId'?: (string);
  'provider'?: (string);
  'redirectUri'?: (string);
  'loginId'?: (string);
  'loginHint'?: (string);
  'uiLocales'?: (string)[];
}

export interface BeginSocialRequest__Output {
  'tenantId': (string);
  'provider': (string);
  'redirectUri': (string);
  'loginId': (string);
  'loginHint': (string);
  'uiLocales': (string)[];
}
