// Original file: protos/platform/jobs/v1/jobs.proto


export interface JobRequest {
  'id'?: (string);
}

export interface JobRequest__Output {
  'id': (string);
}
