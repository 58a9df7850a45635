// Original file: protos/platform/datasubject/v1/datasubject.proto


export interface SubjectIdentifier {
  'type'?: (string);
  'value'?: (string);
}

export interface SubjectIdentifier__Output {
  'type': (string);
  'value': (string);
}
