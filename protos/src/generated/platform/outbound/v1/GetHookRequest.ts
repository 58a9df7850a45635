// Original file: protos/platform/outbound/v1/outbound.proto


export interface GetHookRequest {
  'tenantId'?: (string);
  'hookId'?: (string);
}

export interface GetHookRequest__Output {
  'tenantId': (string);
  'hookId': (string);
}
