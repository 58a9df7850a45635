// Original file: protos/platform/hub/v1/hub.proto


export interface ExchangeResponse {
  'accessToken'?: (string);
}

export interface ExchangeResponse__Output {
  'accessToken': (string);
}
