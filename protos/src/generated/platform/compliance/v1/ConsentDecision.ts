// Original file: protos/platform/compliance/v1/compliance.proto


export interface ConsentDecision {
  'purposeKey'?: (string);
  'version'?: (string);
  'decision'?: (string);
  'noticeDocumentIds'?: (string)[];
}

export interface ConsentDecision__Output {
  'purposeKey': (string);
  'version': (string);
  'decision': (string);
  'noticeDocumentIds': (string)[];
}
