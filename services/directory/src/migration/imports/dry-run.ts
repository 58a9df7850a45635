import type { DryRunStep, ImportDryRunResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { Problem } from '@platform/kit/problem';
import { PermanentJobError } from '@platform/kit/jobs';
import { listSuppressed } from '../../suppressions/suppressions.ts';
import { draftUser, listIdentifierHolders } from '../../users/user-bulk.ts';
import type { UserWriting } from '../../users/user-writing.ts';
import { mappingOf } from '../mapping/default-mappings.ts';
import { remoteFile } from '../readers/downloads.ts';
import { storedFile } from '../readers/file-content.ts';
import type { SourceFile } from '../readers/file-content.ts';
import { readerOf } from '../readers/source-readers.ts';
import type { ReaderOptions } from '../readers/source-readers.ts';
import { start } from '../readers/source-reader.ts';
import type { SourceReader } from '../readers/source-reader.ts';
import { filesOf } from '../sources/migration-source.ts';
import type { SourceCredential, SourceRecord } from '../sources/migration-source.ts';
import { uploadKey } from '../uploads/upload-handlers.ts';
import { findUpload } from '../uploads/upload-store.ts';
import { erasedRow, planRow, holderKey, keysOf } from './batch-plan.ts';
import type { RowDecision } from './batch-plan.ts';
import { rowProblemOf } from './candidate.ts';
import type { ImportCandidate } from './candidate.ts';
import { dryRunReport } from './dry-run-report.ts';
import { judgePage, withAllowedRoles } from './judged-page.ts';
import type { RoleJudgement } from './role-judgement.ts';
import type { ImportRunOptions } from './import-run.ts';
import { suppressedKeysOf } from './row-writes.ts';

export interface DryRun {
  source: SourceRecord;
  credential: SourceCredential | undefined;
  tenantId: string;
  roles: RoleJudgement;
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

type Options = Pick<
  ImportRunOptions,
  keyof ReaderOptions | 'limits' | 'schemas' | 'askErased' | 'suppressionKeys'
>;

const pageRows = 500;

/** Reads files in place: a dry run copies nothing. */
async function filesFor(
  { source, credential, tenantId, read }: DryRun,
  options: Options,
  signal: AbortSignal,
): Promise<SourceFile[]> {
  if (source.kind === 'http' || source.kind === 'ldap') return [];
  const downloads = { ...options, tenantId, credential };
  return Promise.all(
    filesOf(source).map(async (file) => {
      if ('url' in file) return remoteFile(downloads, file.url, signal);
      const upload = await read((tx) => findUpload(tx, file.uploadId));
      if (!upload?.location)
        throw new PermanentJobError(
          'file_not_found',
          `The file of the upload ${file.uploadId} was not found.`,
        );
      const { location, sizeBytes } = upload;
      return storedFile(options.stores, {
        location,
        sizeBytes,
        key: uploadKey(tenantId, upload.id),
      });
    }),
  );
}

/** The predicted result of a record, including the rules of the attribute schema. */
function predictedResult(
  candidate: ImportCandidate,
  holders: ReadonlyMap<string, string>,
  source: SourceRecord,
  writing: UserWriting,
): RowDecision {
  const decision = planRow(candidate, holders, source.options);
  if (decision.action !== 'create') return decision;
  const { row, sourceId, attributes, status, identities, identifiers } = candidate;
  try {
    draftUser({ attributes, status, identities, writer: 'source' }, identifiers, writing);
    return decision;
  } catch (error) {
    return { action: 'fail', failure: { row, sourceId, ...rowProblemOf(error) } };
  }
}

/** Records of erased people. */
async function erasedAmong(
  candidates: readonly ImportCandidate[],
  { tenantId, read }: DryRun,
  { askErased, suppressionKeys }: Options,
): Promise<Set<ImportCandidate>> {
  const people = candidates.flatMap((candidate) =>
    suppressedKeysOf(candidate).map((subject) => ({ candidate, subject })),
  );
  const subjects = people.map(({ subject }) => subject);
  const isErased = await askErased(tenantId, subjects);
  const suppressed = await read((tx) => listSuppressed(tx, suppressionKeys, subjects));
  const erased = people.filter(({ subject }, i) => suppressed.has(i) || isErased(subject));
  return new Set(erased.map(({ candidate }) => candidate));
}

/** Reads until the source ends or the time is up. Returns which. */
async function readThrough(
  run: DryRun,
  reader: SourceReader,
  report: ReturnType<typeof dryRunReport>,
  {
    options,
    signal,
    onTotal,
  }: { options: Options; signal: AbortSignal; onTotal: (n: number) => void },
): Promise<boolean> {
  const { source } = run;
  const judging = {
    map: mappingOf(source.kind, source.mapping),
    options: source.options,
    now: new Date(options.clock()),
  };
  // Records of the file may also conflict with each other.
  const seen = new Map<string, string>();
  for await (const page of reader.pages({ from: start, pageRows, signal })) {
    if (page.total !== undefined) onTotal(page.total);
    const judged = await withAllowedRoles(await judgePage(page.rows, judging), run.roles);
    const erased = await erasedAmong(judged.candidates, run, options);
    const [holders, schema] = await run.read(async (tx) => [
      await listIdentifierHolders(tx, judged.candidates.flatMap(keysOf)),
      await options.schemas.read(tx, 'user'),
    ]);
    const held = new Map(holders.map((h) => [holderKey(h), h.userId]));
    judged.failures.forEach(report.failed);
    for (const row of page.rows) if (row.kind === 'password') report.password(row);
    for (const candidate of judged.candidates) {
      const keys = keysOf(candidate).map(holderKey);
      for (const key of keys) if (seen.has(key) && !held.has(key)) held.set(key, seen.get(key)!);
      const planned = predictedResult(candidate, held, source, { limits: options.limits, schema });
      const decision: RowDecision =
        planned.action === 'create' && erased.has(candidate)
          ? { action: 'fail', failure: erasedRow(candidate) }
          : planned;
      if (decision.action === 'create' && seen.size < maxSeen)
        for (const key of keys) seen.set(key, `row ${candidate.row}`);
      report.decided(candidate, decision);
    }
    if (signal.aborted) return false;
  }
  return !signal.aborted;
}

/** Maximum number of identifiers that are kept to find conflicts between records. */
const maxSeen = 500_000;

/** Explains to an administrator why the source cannot be read. */
const faultOf = (error: unknown): { code: string; detail: string } => {
  if (error instanceof PermanentJobError) return { code: error.code, detail: error.message };
  return error instanceof Problem
    ? { code: error.code, detail: error.message }
    : { code: 'source_unreadable', detail: 'The source cannot be read' };
};

/** Reads a source for some seconds and reports what an import would do. Writes nothing. */
export async function dryRun(
  run: DryRun,
  options: Options & { timeoutMs: number },
): Promise<ImportDryRunResource> {
  const startedAt = performance.now();
  const elapsed = (): number => Math.round(performance.now() - startedAt);
  const signal = AbortSignal.timeout(options.timeoutMs);
  const report = dryRunReport();
  const steps: DryRunStep[] = [];
  let isComplete = false;
  let total: number | null = null;
  const onTotal = (n: number): void => void (total = n);
  try {
    const reader = readerOf(run.source, await filesFor(run, options, signal), {
      ...options,
      ...run,
    });
    isComplete = await readThrough(run, reader, report, { options, signal, onTotal });
    steps.push({ name: 'read', status: 'ok', durationMs: elapsed() });
  } catch (error) {
    const isTimeOver = signal.aborted && report.result().rowsRead > 0;
    const fault = signal.aborted
      ? { code: 'timeout', detail: 'The source did not respond in time' }
      : faultOf(error);
    steps.push({
      name: 'read',
      status: isTimeOver ? 'ok' : 'failed',
      durationMs: elapsed(),
      ...(isTimeOver ? {} : fault),
    });
  }
  const result = report.result();
  const isReachable = steps.every(({ status }) => status === 'ok');
  return {
    ok: isReachable && result.errors.length === 0,
    kind: run.source.kind,
    sourceVersion: run.source.version,
    reachability: { ok: isReachable, steps },
    isComplete,
    estimatedTotal: isComplete ? result.rowsRead : total,
    ...result,
    durationMs: elapsed(),
  };
}
