// Original file: protos/platform/fga/v1/fga.proto


export interface CheckResponse {
  'allowed'?: (boolean);
  'modelId'?: (string);
  'consistencyToken'?: (string);
}

export interface CheckResponse__Output {
  'allowed': (boolean);
  'modelId': (string);
  'consistencyToken': (string);
}
