import type { JobMessage } from '@platform/protos';
import { presented } from '@platform/command-line/output';
import type { Column } from '@platform/command-line/table';

/** A job in a list, with the service it belongs to. */
export type JobView = JobMessage & { service: string };

/** Columns of a list of jobs. */
export const jobColumns: readonly Column<JobView>[] = [
  { header: 'ID', value: ({ id }) => id },
  { header: 'STATE', value: ({ state }) => state },
  { header: 'KIND', value: ({ kind }) => kind, max: 32 },
  { header: 'ATTEMPTS', value: (job) => `${job.attempts}/${job.maxAttempts}` },
  { header: 'SERVICE', value: ({ service }) => service },
  { header: 'AT', value: (job) => job.completedAt || job.startedAt || job.runAt },
  { header: 'TENANT', value: ({ tenantId }) => tenantId },
  { header: 'SCHEDULE', value: ({ schedule }) => schedule },
];

/** A job in a list with `-o json`, without the fields that lists omit. */
export function listedJob(service: string, job: JobMessage): JobView {
  const {
    lastErrorCode: _code,
    lastErrorMessage: _message,
    payloadJson: _payload,
    progressJson: _progress,
    createdBy: _createdBy,
    ...listed
  } = job;
  return { service, ...(presented(listed) as JobMessage) };
}

const parsed = (json: string | undefined): unknown => (json ? (JSON.parse(json) as unknown) : null);

/** All fields of a job. */
export function jobView({
  payloadJson,
  progressJson,
  lastErrorCode,
  lastErrorMessage,
  ...job
}: JobMessage): object {
  return {
    ...presented(job),
    error: lastErrorCode ? `${lastErrorCode}: ${lastErrorMessage}` : null,
    progress: parsed(progressJson),
    payload: parsed(payloadJson),
  };
}
