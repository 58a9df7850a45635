// Original file: protos/platform/hub/v1/hub.proto


export interface ClearIpRulesRequest {
  'tenantId'?: (string);
}

export interface ClearIpRulesRequest__Output {
  'tenantId': (string);
}
