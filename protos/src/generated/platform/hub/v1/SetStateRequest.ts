// Original file: protos/platform/hub/v1/hub.proto


export interface SetStateRequest {
  'tenantId'?: (string);
  'state'?: (string);
  'from'?: (string);
}

export interface SetStateRequest__Output {
  'tenantId': (string);
  'state': (string);
  'from': (string);
}
