import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Job as _platform_jobs_v1_Job, Job__Output as _platform_jobs_v1_Job__Output } from './platform/jobs/v1/Job.ts';
import type { JobRequest as _platform_jobs_v1_JobRequest, JobRequest__Output as _platform_jobs_v1_JobRequest__Output } from './platform/jobs/v1/JobRequest.ts';
import type { JobsClient as _platform_jobs_v1_JobsClient, JobsDefinition as _platform_jobs_v1_JobsDefinition } from './platform/jobs/v1/Jobs.ts';
import type { ListJobsRequest as _platform_jobs_v1_ListJobsRequest, ListJobsRequest__Output as _platform_jobs_v1_ListJobsRequest__Output } from './platform/jobs/v1/ListJobsRequest.ts';
import type { ListJobsResponse as _platform_jobs_v1_ListJobsResponse, ListJobsResponse__Output as _platform_jobs_v1_ListJobsResponse__Output } from './platform/jobs/v1/ListJobsResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  platform: {
    jobs: {
      v1: {
        Job: MessageTypeDefinition<_platform_jobs_v1_Job, _platform_jobs_v1_Job__Output>
        JobRequest: MessageTypeDefinition<_platform_jobs_v1_JobRequest, _platform_jobs_v1_JobRequest__Output>
        Jobs: SubtypeConstructor<typeof grpc.Client, _platform_jobs_v1_JobsClient> & { service: _platform_jobs_v1_JobsDefinition }
        ListJobsRequest: MessageTypeDefinition<_platform_jobs_v1_ListJobsRequest, _platform_jobs_v1_ListJobsRequest__Output>
        ListJobsResponse: MessageTypeDefinition<_platform_jobs_v1_ListJobsResponse, _platform_jobs_v1_ListJobsResponse__Output>
      }
    }
  }
}

