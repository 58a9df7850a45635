// Original file: protos/platform/datasubject/v1/datasubject.proto


export interface SubjectItem {
  'category'?: (string);
  'action'?: (string);
  'count'?: (number);
  'retentionReason'?: (string);
  'retainedUntil'?: (string);
}

export interface SubjectItem__Output {
  'category': (string);
  'action': (string);
  'count': (number);
  'retentionReason': (string);
  'retainedUntil': (string);
}
