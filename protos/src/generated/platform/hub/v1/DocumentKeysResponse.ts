// Original file: protos/platform/hub/v1/hub.proto


export interface DocumentKeysResponse {
  'keySet'?: (string);
}

export interface DocumentKeysResponse__Output {
  'keySet': (string);
}
