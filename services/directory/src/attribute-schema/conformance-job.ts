import type { Database, Tx } from '@platform/kit/database';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { ActiveJob, JobMount, Jobs } from '@platform/kit/jobs';
import { z } from 'zod';
import { definitionResource } from './attribute-definition.ts';
import type { DefinitionRecord } from './attribute-definition.ts';
import {
  findDefinition,
  listToRescan,
  lockDefinition,
  bumpSchema,
  writeConformance,
  writeFilled,
} from './attribute-store.ts';
import { listValues } from './stored-metadata-store.ts';
import type { StoredValue } from './stored-metadata-store.ts';
import { deleteStaleUniqueValues, insertUniqueValue } from './unique-value-store.ts';
import { uniqueValue } from './unique-values.ts';
import { valueJudge } from './value-validators.ts';
import type { JudgeValue } from './value-validators.ts';

/** Checks the stored values of an attribute against the rules of one generation. */
const conformanceKind = jobKind({
  name: 'attribute_conformance',
  payload: z.object({ definitionId: z.string(), generation: z.int() }),
  perTenant: 2,
  resetAttemptsOnCheckpoint: true,
});

type Payload = z.output<typeof conformanceKind.payload>;

const progress = z.object({
  after: z.string().optional(),
  checked: z.int(),
  violations: z.int(),
  sampleIds: z.array(z.string()),
});
type Progress = z.output<typeof progress>;

const pageRows = 500;
const maxSamples = 20;

/** Enqueues the scan of a definition, unless one is already waiting. */
export const enqueueScan = (
  tx: Tx,
  jobs: Pick<Jobs, 'enqueue'>,
  { id, generation }: Pick<DefinitionRecord, 'id' | 'generation'>,
): Promise<unknown> =>
  jobs.enqueue(
    tx,
    conformanceKind,
    { definitionId: id, generation },
    { dedupeKey: `${id} ${generation}` },
  );

/** Whether a stored value conforms. Also records a unique value for its record. */
async function conforms(
  tx: Tx,
  definition: DefinitionRecord,
  judge: JudgeValue,
  { id, isPresent, value }: StoredValue,
): Promise<boolean> {
  if (!isPresent) return !definition.required;
  const unique = uniqueValue(definition, value);
  const isOwn = unique === undefined || (await insertUniqueValue(tx, id, unique));
  return isOwn && judge(value).length === 0;
}

/** Scans one page of records. Undefined when the scan is complete. */
async function scanPage(
  tx: Tx,
  definition: DefinitionRecord,
  judge: JudgeValue,
  seen: Progress,
): Promise<{ next: Progress; isLast: boolean }> {
  const page = await listValues(tx, definition, {
    after: seen.after,
    limit: pageRows,
    // Values that are recorded as unique must not change until the transaction ends.
    isHeld: definition.uniqueSince !== null,
  });
  const violating: string[] = [];
  for (const stored of page)
    if (!(await conforms(tx, definition, judge, stored))) violating.push(stored.id);
  const next = {
    after: page.at(-1)?.id ?? seen.after,
    checked: seen.checked + page.length,
    violations: seen.violations + violating.length,
    sampleIds: [...seen.sampleIds, ...violating].slice(0, maxSamples),
  };
  return { next, isLast: page.length < pageRows };
}

async function finish(tx: Tx, definition: DefinitionRecord, seen: Progress): Promise<void> {
  const { checked, violations, sampleIds } = seen;
  const conformance: DefinitionRecord['conformance'] = {
    state: violations === 0 ? 'conforming' : 'violated',
    checked,
    violations,
    sampleIds,
    finishedAt: new Date(),
  };
  await writeConformance(tx, definition.id, conformance);
  if (definition.unfilledAfter !== null) {
    await writeFilled(tx, definition.id, null);
    await bumpSchema(tx, definition.entityKind);
  }
  await tx.publish({
    type: 'attribute_schema.conformance_finished',
    subject: { type: 'attribute_definition', id: definition.id },
    data: {
      attributeDefinition: definitionResource({ ...definition, conformance }),
      counts: { checked, violations },
    },
  });
}

async function step(
  job: ActiveJob<Payload>,
  tx: Tx,
  seen: Progress,
): Promise<Progress | undefined> {
  const definition = await lockDefinition(tx, job.payload.definitionId);
  // Rules that have changed since have a scan of their own.
  if (definition?.state !== 'active' || definition.generation !== job.payload.generation)
    return undefined;
  const { next, isLast } = await scanPage(tx, definition, valueJudge(definition), seen);
  if (isLast) {
    await finish(tx, definition, next);
    return undefined;
  }
  await writeConformance(tx, definition.id, {
    ...definition.conformance,
    ...next,
    state: 'scanning',
  });
  await writeFilled(tx, definition.id, next.after ?? '');
  await job.checkpoint(tx, next, { checked: next.checked });
  return next;
}

/** Removes unique values of rules that have been replaced. */
async function removeStale(job: ActiveJob<Payload>): Promise<void> {
  const { definitionId } = job.payload;
  for (let isMore = true; isMore && !job.signal.aborted;) {
    isMore = await job.transact(async (tx) => {
      const definition = await findDefinition(tx, definitionId);
      return deleteStaleUniqueValues(tx, definitionId, definition?.uniqueSince ?? null);
    });
  }
}

export const conformanceJob: JobMount = handleJob(conformanceKind, {
  async run(job) {
    let seen: Progress | undefined = progress
      .catch({ checked: 0, violations: 0, sampleIds: [] })
      .parse(job.resumeFrom);
    while (seen && !job.signal.aborted) {
      const at: Progress = seen;
      seen = await job.transact((tx) => step(job, tx, at));
    }
    await removeStale(job);
  },
  async onEnded(tx, { payload: { definitionId, generation } }) {
    const definition = await lockDefinition(tx, definitionId);
    if (definition?.generation !== generation) return;
    await writeConformance(tx, definitionId, { ...definition.conformance, state: 'idle' });
  },
});

const system = { type: 'system', id: 'directory' } as const;
const sweepRows = 100;

/**
 * Repeats scans that found violations, since records may have been repaired, and those that left
 * unique values unrecorded.
 */
export async function rescanViolated(
  db: Pick<Database, 'work' | 'transact'>,
  jobs: Pick<Jobs, 'enqueue'>,
  signal: AbortSignal,
): Promise<void> {
  let last: { tenantId: string; id: string } | undefined;
  while (!signal.aborted) {
    const after = last;
    const violated = await db.work((tx) => listToRescan(tx, after, sweepRows));
    for (const { tenantId, id } of violated) {
      await db.transact({ tenantId, actor: system }, async (tx) => {
        const definition = await lockDefinition(tx, id);
        if (definition?.state === 'active') await enqueueScan(tx, jobs, definition);
      });
    }
    last = violated.at(-1);
    if (violated.length < sweepRows) return;
  }
}
