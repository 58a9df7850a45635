// Original file: protos/platform/outbound/v1/outbound.proto


export interface ListHooksForStageRequest {
  'tenantId'?: (string);
  'stage'?: (string);
}

export interface ListHooksForStageRequest__Output {
  'tenantId': (string);
  'stage': (string);
}
