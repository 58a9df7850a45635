// Original file: protos/platform/compliance/v1/compliance.proto


export interface SubjectIdentifier {
  'type'?: (string);
  'value'?: (string);
}

export interface SubjectIdentifier__Output {
  'type': (string);
  'value': (string);
}
