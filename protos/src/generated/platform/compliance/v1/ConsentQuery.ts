// Original file: protos/platform/compliance/v1/compliance.proto


export interface ConsentQuery {
  'purposeKey'?: (string);
  'minVersion'?: (string);
}

export interface ConsentQuery__Output {
  'purposeKey': (string);
  'minVersion': (string);
}
