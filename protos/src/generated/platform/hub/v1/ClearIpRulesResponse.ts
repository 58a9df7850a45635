// Original file: protos/platform/hub/v1/hub.proto


export interface ClearIpRulesResponse {
  'cleared'?: (number);
}

export interface ClearIpRulesResponse__Output {
  'cleared': (number);
}
