// Original file: protos/platform/hub/v1/hub.proto


export interface GetTenantRequest {
  'slug'?: (string);
  'tenantId'?: (string);
  'by'?: "slug"|"tenantId";
}

export interface GetTenantRequest__Output {
  'slug'?: (string);
  'tenantId'?: (string);
  'by'?: "slug"|"tenantId";
}
