// Original file: protos/platform/jobs/v1/jobs.proto


export interface ListJobsRequest {
  'state'?: (string);
  'kind'?: (string);
  'tenantId'?: (string);
  'limit'?: (number);
  'before'?: (string);
}

export interface ListJobsRequest__Output {
  'state': (string);
  'kind': (string);
  'tenantId': (string);
  'limit': (number);
  'before': (string);
}
