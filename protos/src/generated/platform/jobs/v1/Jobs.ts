// Original file: protos/platform/jobs/v1/jobs.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Job as _platform_jobs_v1_Job, Job__Output as _platform_jobs_v1_Job__Output } from '../../../platform/jobs/v1/Job.ts';
import type { JobRequest as _platform_jobs_v1_JobRequest, JobRequest__Output as _platform_jobs_v1_JobRequest__Output } from '../../../platform/jobs/v1/JobRequest.ts';
import type { ListJobsRequest as _platform_jobs_v1_ListJobsRequest, ListJobsRequest__Output as _platform_jobs_v1_ListJobsRequest__Output } from '../../../platform/jobs/v1/ListJobsRequest.ts';
import type { ListJobsResponse as _platform_jobs_v1_ListJobsResponse, ListJobsResponse__Output as _platform_jobs_v1_ListJobsResponse__Output } from '../../../platform/jobs/v1/ListJobsResponse.ts';

export interface JobsClient extends grpc.Client {
  Cancel(argument: _platform_jobs_v1_JobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  Cancel(argument: _platform_jobs_v1_JobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  Cancel(argument: _platform_jobs_v1_JobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  Cancel(argument: _platform_jobs_v1_JobRequest, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  cancel(argument: _platform_jobs_v1_JobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  cancel(argument: _platform_jobs_v1_JobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  cancel(argument: _platform_jobs_v1_JobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  cancel(argument: _platform_jobs_v1_JobRequest, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  
  Get(argument: _platform_jobs_v1_JobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_jobs_v1_JobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_jobs_v1_JobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  Get(argument: _platform_jobs_v1_JobRequest, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_jobs_v1_JobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_jobs_v1_JobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_jobs_v1_JobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  get(argument: _platform_jobs_v1_JobRequest, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  
  List(argument: _platform_jobs_v1_ListJobsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_jobs_v1_ListJobsResponse__Output>): grpc.ClientUnaryCall;
  List(argument: _platform_jobs_v1_ListJobsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_jobs_v1_ListJobsResponse__Output>): grpc.ClientUnaryCall;
  List(argument: _platform_jobs_v1_ListJobsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_jobs_v1_ListJobsResponse__Output>): grpc.ClientUnaryCall;
  List(argument: _platform_jobs_v1_ListJobsRequest, callback: grpc.requestCallback<_platform_jobs_v1_ListJobsResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_jobs_v1_ListJobsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_jobs_v1_ListJobsResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_jobs_v1_ListJobsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_jobs_v1_ListJobsResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_jobs_v1_ListJobsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_jobs_v1_ListJobsResponse__Output>): grpc.ClientUnaryCall;
  list(argument: _platform_jobs_v1_ListJobsRequest, callback: grpc.requestCallback<_platform_jobs_v1_ListJobsResponse__Output>): grpc.ClientUnaryCall;
  
  Retry(argument: _platform_jobs_v1_JobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  Retry(argument: _platform_jobs_v1_JobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  Retry(argument: _platform_jobs_v1_JobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  Retry(argument: _platform_jobs_v1_JobRequest, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  retry(argument: _platform_jobs_v1_JobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  retry(argument: _platform_jobs_v1_JobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  retry(argument: _platform_jobs_v1_JobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  retry(argument: _platform_jobs_v1_JobRequest, callback: grpc.requestCallback<_platform_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  
}

export interface JobsHandlers extends grpc.UntypedServiceImplementation {
  Cancel: grpc.handleUnaryCall<_platform_jobs_v1_JobRequest__Output, _platform_jobs_v1_Job>;
  
  Get: grpc.handleUnaryCall<_platform_jobs_v1_JobRequest__Output, _platform_jobs_v1_Job>;
  
  List: grpc.handleUnaryCall<_platform_jobs_v1_ListJobsRequest__Output, _platform_jobs_v1_ListJobsResponse>;
  
  Retry: grpc.handleUnaryCall<_platform_jobs_v1_JobRequest__Output, _platform_jobs_v1_Job>;
  
}

export interface JobsDefinition extends grpc.ServiceDefinition {
  Cancel: MethodDefinition<_platform_jobs_v1_JobRequest, _platform_jobs_v1_Job, _platform_jobs_v1_JobRequest__Output, _platform_jobs_v1_Job__Output>
  Get: MethodDefinition<_platform_jobs_v1_JobRequest, _platform_jobs_v1_Job, _platform_jobs_v1_JobRequest__Output, _platform_jobs_v1_Job__Output>
  List: MethodDefinition<_platform_jobs_v1_ListJobsRequest, _platform_jobs_v1_ListJobsResponse, _platform_jobs_v1_ListJobsRequest__Output, _platform_jobs_v1_ListJobsResponse__Output>
  Retry: MethodDefinition<_platform_jobs_v1_JobRequest, _platform_jobs_v1_Job, _platform_jobs_v1_JobRequest__Output, _platform_jobs_v1_Job__Output>
}
