// Original file: protos/platform/hub/v1/hub.proto


export interface ExchangeRequest {
  'tenantId'?: (string);
  'app'?: (string);
  'sessionId'?: (string);
  'background'?: (boolean);
  'clientIp'?: (string);
  'userAgent'?: (string);
}

export interface ExchangeRequest__Output {
  'tenantId': (string);
  'app': (string);
  'sessionId': (string);
  'background': (boolean);
  'clientIp': (string);
  'userAgent': (string);
}
