import type { JobMessage, ListJobsRequest } from '@platform/protos';
import type { Database, Tx, TxContext } from '../database/database.ts';
import { serveRpc } from '../grpc/grpc.ts';
import type { RpcCall, RpcMount } from '../grpc/grpc.ts';
import { invalid, problem } from '../problem/problem.ts';
import type { JobMount } from './job-kind.ts';
import { findJobTenant, listJobs } from './job-listing.ts';
import type { JobFilter, ListedJob } from './job-listing.ts';
import { findJob, requestCancel, retryJob } from './job-store.ts';
import type { JobRecord, JobState } from './job-store.ts';

const states: readonly string[] = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELED'];
const operators = ['platform-operator'];

const iso = (at: Date | null): string => at?.toISOString() ?? '';

const listed = (job: ListedJob): JobMessage => ({
  ...job,
  worker: job.worker ?? '',
  schedule: job.schedule ?? '',
  runAt: iso(job.runAt),
  createdAt: iso(job.createdAt),
  startedAt: iso(job.startedAt),
  completedAt: iso(job.completedAt),
  cancelRequestedAt: iso(job.cancelRequestedAt),
});

const jsonOf = (value: unknown): string => (value === null ? '' : JSON.stringify(value));

const whole = (tenantId: string, job: JobRecord): JobMessage => ({
  ...listed({ ...job, tenantId }),
  lastErrorCode: job.lastError?.code ?? '',
  lastErrorMessage: job.lastError?.message ?? '',
  payloadJson: jsonOf(job.payload),
  progressJson: jsonOf(job.progress),
  createdBy: `${job.createdBy.type}:${job.createdBy.id}`,
});

function filterOf({ state, kind, tenantId, before, limit }: ListJobsRequest): JobFilter {
  if (state !== '' && !states.includes(state))
    throw invalid('/state', 'invalid_format', `must be one of ${states.join(', ')}`);
  return {
    state: (state as JobState) || undefined,
    kind: kind || undefined,
    tenantId: tenantId || undefined,
    before: before || undefined,
    limit: Math.min(Math.max(limit || 50, 1), 200),
  };
}

const auditOf = (tx: Tx, operationId: string, { id, kind }: JobRecord): Promise<void> =>
  tx.audit({
    subject: { type: 'job', id },
    data: {
      operationId,
      outcome: 'success',
      status: 200,
      requestId: tx.context.requestId,
      details: { kind },
    },
  });

/** Serves `platform.jobs.v1.Jobs`: the jobs of this service, for operators. */
export function jobsRpc({
  db,
  mounts,
  announce,
}: {
  db: Database;
  mounts: readonly JobMount[];
  /** Notifies the runners of all pods. */
  announce: (what: 'enqueued' | 'canceled') => void;
}): RpcMount {
  async function contextOf(id: string, { actor, requestId }: RpcCall): Promise<TxContext> {
    const tenantId = await db.work((tx) => findJobTenant(tx, id));
    if (tenantId === undefined) throw problem('not_found', { detail: `No job ${id} was found` });
    return { tenantId, actor, requestId };
  }

  /** Changes a job in its tenant, with an audit record. */
  async function change(
    request: { id: string; operationId: string; call: RpcCall },
    how: (tx: Tx) => Promise<JobRecord | undefined>,
  ): Promise<JobMessage> {
    const context = await contextOf(request.id, request.call);
    return db.transact(context, async (tx) => {
      const changed = await how(tx);
      if (!changed) {
        const state = (await findJob(tx, request.id))?.state;
        throw problem('invalid_state', { detail: `Job ${request.id} is ${state ?? 'deleted'}` });
      }
      await auditOf(tx, request.operationId, changed);
      tx.afterCommit(() => announce(changed.state === 'RUNNING' ? 'canceled' : 'enqueued'));
      return whole(context.tenantId, changed);
    });
  }

  /** A pending job ends immediately, and its kind's `onEnded` runs in the same transaction. */
  async function cancelAsOperator(tx: Tx, id: string): Promise<JobRecord | undefined> {
    const job = await requestCancel(tx, id);
    const mount = mounts.find(({ kind }) => kind.name === job?.kind);
    if (job?.state === 'CANCELED')
      await mount?.handler.onEnded?.(tx, {
        id,
        tenantId: tx.context.tenantId,
        payload: job.payload,
        createdBy: job.createdBy,
        state: 'CANCELED',
        error: undefined,
      });
    return job;
  }

  return serveRpc(
    'platform.jobs.v1.Jobs',
    {
      async List(request) {
        const filter = filterOf(request);
        const rows = await db.work((tx) => listJobs(tx, { ...filter, limit: filter.limit + 1 }));
        const page = rows.slice(0, filter.limit);
        const nextBefore = rows.length > page.length ? (page.at(-1)?.id ?? '') : '';
        return { jobs: page.map(listed), nextBefore };
      },
      async Get({ id }, call) {
        const context = await contextOf(id, call);
        const job = await db.read(context, (tx) => findJob(tx, id));
        if (!job) throw problem('not_found', { detail: `No job ${id} was found` });
        return whole(context.tenantId, job);
      },
      Retry: ({ id }, call) =>
        change({ id, operationId: 'jobRetry', call }, (tx) => retryJob(tx, id)),
      Cancel: ({ id }, call) =>
        change({ id, operationId: 'jobCancel', call }, (tx) => cancelAsOperator(tx, id)),
    },
    { List: operators, Get: operators, Retry: operators, Cancel: operators },
  );
}
