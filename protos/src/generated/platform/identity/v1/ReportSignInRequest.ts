// Original file: protos/platform/identity/v1/identity.proto


export interface ReportSignInRequest {
  'tenantId'?: (string);
  'token'?: (string);
}

export interface ReportSignInRequest__Output {
  'tenantId': (string);
  'token': (string);
}
