import type { Tx } from '@platform/kit/database';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { ActiveJob, JobMount, Jobs } from '@platform/kit/jobs';
import { z } from 'zod';
import { isStandardPath } from './attribute-definition.ts';
import { lockSchema } from './attribute-schemas.ts';
import { bumpSchema, deleteDefinition, findDefinition } from './attribute-store.ts';
import { removeSentValues, removeValues } from './stored-metadata-store.ts';
import type { ResourceKey } from './stored-metadata-store.ts';
import { deleteStaleUniqueValues } from './unique-value-store.ts';

/** Removes the stored values of a deleted attribute, then its definition. */
const purgeKind = jobKind({
  name: 'attribute_purge',
  payload: z.object({ definitionId: z.string() }),
  maxAttempts: 20,
  resetAttemptsOnCheckpoint: true,
});

type PurgeJob = ActiveJob<z.output<typeof purgeKind.payload>>;

const pageRows = 1_000;

export const enqueuePurge = (
  tx: Tx,
  jobs: Pick<Jobs, 'enqueue'>,
  definitionId: string,
): Promise<unknown> => jobs.enqueue(tx, purgeKind, { definitionId }, { dedupeKey: definitionId });

/** Purges one page of records. Returns where the next one begins, or undefined at the end. */
async function purgePage(job: PurgeJob, tx: Tx, after?: string): Promise<string | undefined> {
  const definition = await findDefinition(tx, job.payload.definitionId);
  if (definition?.state !== 'purging') return undefined;
  const next = await removeValues(tx, definition, after, pageRows);
  if (next !== undefined) await job.checkpoint(tx, next);
  return next;
}

/**
 * Removes what directories have sent for an attribute of the tenant. Standard attributes are kept.
 */
async function purgeSent(job: PurgeJob): Promise<void> {
  const definition = await job.read((tx) => findDefinition(tx, job.payload.definitionId));
  if (definition?.state !== 'purging' || definition.entityKind !== 'user') return;
  if (isStandardPath(definition.scimPath)) return;
  const { scimPath } = definition;
  let after: ResourceKey | undefined;
  do {
    const from = after;
    after = await job.transact((tx) => removeSentValues(tx, scimPath, from, pageRows));
  } while (after !== undefined && !job.signal.aborted);
}

/** No value can have been written since: writers lock the schema, which does not have the key. */
async function dropDefinition(tx: Tx, definitionId: string): Promise<void> {
  const definition = await findDefinition(tx, definitionId);
  if (definition?.state !== 'purging') return;
  await lockSchema(tx, definition.entityKind);
  await deleteDefinition(tx, definitionId);
  await bumpSchema(tx, definition.entityKind);
}

export const purgeJob: JobMount = handleJob(purgeKind, {
  async run(job) {
    const { definitionId } = job.payload;
    let after = z.string().optional().parse(job.resumeFrom);
    do {
      const from = after;
      after = await job.transact((tx) => purgePage(job, tx, from));
    } while (after !== undefined && !job.signal.aborted);
    if (!job.signal.aborted) await purgeSent(job);
    let isMore = true;
    while (isMore && !job.signal.aborted)
      isMore = await job.transact((tx) => deleteStaleUniqueValues(tx, definitionId, null));
    if (!job.signal.aborted) await job.transact((tx) => dropDefinition(tx, definitionId));
  },
});
