// Original file: protos/platform/compliance/v1/compliance.proto


export interface ErasureCertificateDocument {
  'requestId'?: (string);
  'issuedAt'?: (string);
  'certificateJson'?: (string);
  'jws'?: (string);
  'kid'?: (string);
  'jwksUri'?: (string);
}

export interface ErasureCertificateDocument__Output {
  'requestId': (string);
  'issuedAt': (string);
  'certificateJson': (string);
  'jws': (string);
  'kid': (string);
  'jwksUri': (string);
}
