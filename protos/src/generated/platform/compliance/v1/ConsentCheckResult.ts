// Original file: protos/platform/compliance/v1/compliance.proto


export interface ConsentCheckResult {
  'purposeKey'?: (string);
  'granted'?: (boolean);
  'reason'?: (string);
  'consentId'?: (string);
  'version'?: (string);
  'expiresAt'?: (string);
}

export interface ConsentCheckResult__Output {
  'purposeKey': (string);
  'granted': (boolean);
  'reason': (string);
  'consentId': (string);
  'version': (string);
  'expiresAt': (string);
}
