// Original file: protos/platform/hub/v1/hub.proto


export interface ListTenantsRequest {
  'limit'?: (number);
  'cursor'?: (string);
}

export interface ListTenantsRequest__Output {
  'limit': (number);
  'cursor': (string);
}
