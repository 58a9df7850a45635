// Original file: protos/platform/compliance/v1/compliance.proto


export interface OutstandingConsent {
  'purposeKey'?: (string);
  'version'?: (string);
  'documentIds'?: (string)[];
}

export interface OutstandingConsent__Output {
  'purposeKey': (string);
  'version': (string);
  'documentIds': (string)[];
}
