// Original file: protos/platform/hub/v1/hub.proto


export interface CompleteArrivalRequest {
  'tenantId'?: (string);
  'moveId'?: (string);
  'suspended'?: (boolean);
}

export interface CompleteArrivalRequest__Output {
  'tenantId': (string);
  'moveId': (string);
  'suspended': (boolean);
}
