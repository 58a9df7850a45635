// Original file: protos/platform/compliance/v1/compliance.proto


export interface GetActiveDocumentsRequest {
  'tenantId'?: (string);
  'clientId'?: (string);
  'docTypes'?: (string)[];
  'subjectId'?: (string);
  'locale'?: (string);
  'withoutContent'?: (boolean);
}

export interface GetActiveDocumentsRequest__Output {
  'tenantId': (string);
  'clientId': (string);
  'docTypes': (string)[];
  'subjectId': (string);
  'locale': (string);
  'withoutContent': (boolean);
}
