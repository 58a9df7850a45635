// Original file: protos/platform/compliance/v1/compliance.proto


export interface ErasureCertificateRequest {
  'tenantId'?: (string);
  'requestId'?: (string);
}

export interface ErasureCertificateRequest__Output {
  'tenantId': (string);
  'requestId': (string);
}
