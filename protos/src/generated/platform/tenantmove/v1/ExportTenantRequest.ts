// Original file: protos/platform/tenantmove/v1/tenantmove.proto


export interface ExportTenantRequest {
  'tenantId'?: (string);
  'transferKey'?: (string);
}

export interface ExportTenantRequest__Output {
  'tenantId': (string);
  'transferKey': (string);
}
