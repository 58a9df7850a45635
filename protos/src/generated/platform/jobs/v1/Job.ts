// Original file: protos/platform/jobs/v1/jobs.proto


export interface Job {
  'id'?: (string);
  'tenantId'?: (string);
  'kind'?: (string);
  'state'?: (string);
  'priority'?: (number);
  'runAt'?: (string);
  'attempts'?: (number);
  'maxAttempts'?: (number);
  'worker'?: (string);
  'schedule'?: (string);
  'createdAt'?: (string);
  'startedAt'?: (string);
  'completedAt'?: (string);
  'cancelRequestedAt'?: (string);
  'lastErrorCode'?: (string);
  'lastErrorMessage'?: (string);
  'payloadJson'?: (string);
  'progressJson'?: (string);
  'createdBy'?: (string);
}

export interface Job__Output {
  'id': (string);
  'tenantId': (string);
  'kind': (string);
  'state': (string);
  'priority': (number);
  'runAt': (string);
  'attempts': (number);
  'maxAttempts': (number);
  'worker': (string);
  'schedule': (string);
  'createdAt': (string);
  'startedAt': (string);
  'completedAt': (string);
  'cancelRequestedAt': (string);
  'lastErrorCode': (string);
  'lastErrorMessage': (string);
  'payloadJson': (string);
  'progressJson': (string);
  'createdBy': (string);
}
