// Original file: protos/platform/hub/v1/hub.proto


export interface ResetAdminClientResponse {
  'clientId'?: (string);
  'clientSecret'?: (string);
}

export interface ResetAdminClientResponse__Output {
  'clientId': (string);
  'clientSecret': (string);
}
