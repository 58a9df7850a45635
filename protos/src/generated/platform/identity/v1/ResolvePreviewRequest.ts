// Original file: protos/platform/identity/v1/identity.proto


export interface ResolvePreviewRequest {
  'tenantId'?: (string);
  'ticket'?: (string);
}

export interface ResolvePreviewRequest__Output {
  'tenantId': (string);
  'ticket': (string);
}
