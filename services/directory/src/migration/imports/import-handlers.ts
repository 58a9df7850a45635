import { isId } from '@platform/contracts';
import type { ImportJobResource, Principal, migrationOperations } from '@platform/contracts';
import { unlessTaken } from '@platform/kit/database';
import type { Cursors, Tx } from '@platform/kit/database';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import type { JobKind, Jobs } from '@platform/kit/jobs';
import { found, problem } from '@platform/kit/problem';
import { openSourceCredential } from '../sources/migration-source.ts';
import type { SourceRecord } from '../sources/migration-source.ts';
import { findSource, holdSource } from '../sources/source-store.ts';
import { dryRun } from './dry-run.ts';
import { importJobResource, isActive } from './import-job.ts';
import type { ImportGranter, ImportJobRecord } from './import-job.ts';
import { listImportErrors } from './import-error-store.ts';
import {
  endImport,
  findActiveJobId,
  findImportJob,
  findLatestJobId,
  insertImportJob,
  listImportJobs,
  lockImportJob,
  reopenImport,
} from './import-job-store.ts';
import { publishEnd } from './import-run.ts';
import type { ImportRunOptions } from './import-run.ts';
import type { ImportPayload } from './page-writes.ts';
import { roleJudgement } from './role-judgement.ts';

type Operations = Pick<
  typeof migrationOperations,
  | 'migrationSourceStartImport'
  | 'migrationSourceListImportJobs'
  | 'migrationSourceGetLatestImportJob'
  | 'migrationSourceGetImportJob'
  | 'migrationSourceListImportErrors'
  | 'migrationSourceCancelImport'
  | 'migrationSourceResumeImport'
>;

export interface ImportHandlerOptions extends Omit<ImportRunOptions, 'jobs'> {
  jobs: Pick<Jobs, 'enqueue' | 'cancel'>;
  kind: JobKind<ImportPayload>;
  cursors: Cursors;
  dryRunMs: number;
}

const errorSample = 20;
const path = '/api/v1/migration-sources/import/jobs';

const shown = async (tx: Tx, job: ImportJobRecord): Promise<ImportJobResource> =>
  importJobResource(
    job,
    await listImportErrors(tx, job.id, { after: undefined, limit: errorSample }),
  );

async function existing(
  tx: Tx,
  id: string | undefined,
  find: typeof findImportJob,
): Promise<ImportJobRecord> {
  return found(id !== undefined && isId('importJob', id) ? await find(tx, id) : undefined);
}

const noSource = () =>
  problem('invalid_state', {
    detail: 'No migration source is configured; create one with PUT /api/v1/migration-sources',
  });

const underWay = (id: string | undefined) =>
  problem('conflict', {
    detail: `The import ${id ?? ''} is in progress. A tenant can run only one import at a time.`,
  });

const granterOf = ({ tenantId, type, id, scopes }: Principal): ImportGranter => ({
  tenantId,
  type,
  id,
  scopes: [...scopes],
});

const publishStart = (tx: Tx, { id, kind }: Pick<ImportJobRecord, 'id' | 'kind'>) =>
  tx.publish({
    type: 'migration.import_started',
    subject: { type: 'import_job', id },
    data: { importJob: { id, kind, state: 'PENDING' } },
  });

async function startImport(
  tx: Tx,
  source: SourceRecord,
  granter: ImportGranter,
  { jobs, kind, clock }: ImportHandlerOptions,
): Promise<ImportJobRecord> {
  const id = newId('importJob');
  const { id: jobId } = await jobs.enqueue(tx, kind, { importJobId: id });
  const isInserted = await insertImportJob(tx, {
    id,
    jobId,
    sourceId: source.id,
    sourceVersion: source.version,
    kind: source.kind,
    mode: source.options.mode,
    granter,
    createdAt: new Date(clock()),
  });
  if (!isInserted) throw underWay(await findActiveJobId(tx));
  await publishStart(tx, { id, kind: source.kind });
  return existing(tx, id, findImportJob);
}

function requireEager({ options }: SourceRecord): void {
  if (options.mode === 'lazy')
    throw problem('invalid_state', {
      detail: 'The source migrates users at sign-in only; set its mode to eager or both',
    });
}

/** A source that only migrates at sign-in can also be tested, if it lists its users. */
function requireListed(source: SourceRecord): void {
  if (source.kind === 'http' && source.connection.listUrl === undefined)
    throw problem('invalid_state', {
      detail: 'The source does not list its users; set its listUrl for a dry run',
    });
}

export const importHandlers = (options: ImportHandlerOptions): Handlers<Operations> => ({
  async migrationSourceStartImport({ principal, query, read, commit, audit }) {
    const source = await read(findSource);
    if (!source) throw noSource();
    if (query.dryRun) requireListed(source);
    else requireEager(source);
    const { tenantId } = principal;
    const granter = granterOf(principal);
    const { roles } = source.options;
    await options.checkRoles(principal, [{ roles, pointer: '/options/roles' }]);
    if (query.dryRun) {
      audit({ details: { dryRun: true } });
      const credential = openSourceCredential(options.secrets, tenantId, source);
      const judgement = roleJudgement(options.checkRoles, granter);
      const run = { source, credential, tenantId, read, roles: judgement };
      return dryRun(run, { ...options, timeoutMs: options.dryRunMs });
    }
    return commit(async (tx) => {
      const held = await holdSource(tx);
      if (!held) throw noSource();
      requireEager(held);
      const started = await startImport(tx, held, granter, options);
      return answer(await shown(tx, started), {
        status: 202,
        headers: { location: `${path}/${started.id}` },
      });
    });
  },

  async migrationSourceListImportJobs({ tx, principal: { tenantId }, query }) {
    return options.cursors.list({
      ...query,
      tenantId,
      list: 'import jobs',
      filters: {},
      key: 'id',
      rows: (behind, limit) => listImportJobs(tx, behind, limit),
      present: (job) => importJobResource(job, []),
    });
  },

  migrationSourceGetLatestImportJob: async ({ tx }) =>
    shown(tx, await existing(tx, await findLatestJobId(tx), findImportJob)),

  migrationSourceGetImportJob: async ({ tx, params }) =>
    shown(tx, await existing(tx, params.id, findImportJob)),

  async migrationSourceListImportErrors({ tx, principal, params, query: { limit, cursor } }) {
    const { id } = await existing(tx, params.id, findImportJob);
    const bound = { tenantId: principal.tenantId, list: 'import errors', filters: { id } };
    const [after] = cursor === undefined ? [] : options.cursors.decode(bound, cursor);
    const errors = await listImportErrors(tx, id, {
      after: after as number | undefined,
      limit: limit + 1,
    });
    return options.cursors.page(bound, errors, limit, {
      position: (error) => [error.row],
      present: (error) => error,
    });
  },

  async migrationSourceCancelImport({ tx, params }) {
    // Waits for the batch that is being written. The next one finds the import ended.
    const job = await existing(tx, params.id, lockImportJob);
    if (!isActive(job))
      throw problem('invalid_state', {
        detail: `The import is ${job.state} and cannot be cancelled`,
      });
    await endImport(tx, job.id, 'CANCELLED');
    await options.jobs.cancel(tx, job.jobId);
    await publishEnd(tx, 'migration.import_cancelled', { ...job, state: 'CANCELLED' });
    return shown(tx, await existing(tx, job.id, findImportJob));
  },

  async migrationSourceResumeImport({ tx, params }) {
    const source = await holdSource(tx);
    const job = await existing(tx, params.id, lockImportJob);
    if (job.state !== 'FAILED' && job.state !== 'CANCELLED')
      throw problem('invalid_state', {
        detail: `The import is ${job.state} and cannot be resumed`,
      });
    if (source?.id !== job.sourceId || source.version !== job.sourceVersion)
      throw problem('invalid_state', {
        detail: 'The source has changed since the import started; start another import',
      });
    const active = await findActiveJobId(tx);
    if (active !== undefined) throw underWay(active);
    const { id: jobId } = await options.jobs.enqueue(tx, options.kind, { importJobId: job.id });
    await unlessTaken(reopenImport(tx, job.id, jobId), {
      import_jobs__active_key: () => underWay(undefined),
    });
    await publishStart(tx, job);
    return shown(tx, await existing(tx, job.id, findImportJob));
  },
});
