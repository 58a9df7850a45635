// Original file: protos/platform/outbound/v1/outbound.proto


export interface GetHookResponse {
  'found'?: (boolean);
  'stage'?: (string);
  'enabled'?: (boolean);
}

export interface GetHookResponse__Output {
  'found': (boolean);
  'stage': (string);
  'enabled': (boolean);
}
