// Original file: protos/platform/hub/v1/hub.proto


export interface ExpectPoliciesRequest {
  'tenantId'?: (string);
  'clientId'?: (string);
}

export interface ExpectPoliciesRequest__Output {
  'tenantId': (string);
  'clientId': (string);
}
