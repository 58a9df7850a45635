// Original file: protos/platform/compliance/v1/compliance.proto


export interface ListedErasureCertificate {
  'requestId'?: (string);
  'completedAt'?: (string);
  'reason'?: (string);
  'regulation'?: (string);
  'kid'?: (string);
}

export interface ListedErasureCertificate__Output {
  'requestId': (string);
  'completedAt': (string);
  'reason': (string);
  'regulation': (string);
  'kid': (string);
}
