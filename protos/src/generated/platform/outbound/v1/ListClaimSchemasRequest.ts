// Original file: protos/platform/outbound/v1/outbound.proto


export interface ListClaimSchemasRequest {
  'tenantId'?: (string);
  'clientId'?: (string);
}

export interface ListClaimSchemasRequest__Output {
  'tenantId': (string);
  'clientId': (string);
}
