import type { ListObjectsInput, ListSubjectsInput } from '@platform/contracts';
import { invalid } from '@platform/kit/problem';
import type { CheckLimits } from '../evaluation/question.ts';
import { listObjects } from './list-objects.ts';
import type { ListLimits, ObjectListing, ListingEnvironment } from './listing.ts';
import { listSubjects } from './list-subjects.ts';
import type { QuestionInput } from '../check/question-input.ts';
import type { Checks, Decided, SnapshotSource, Wanted } from '../check/checks.ts';
import { objectsQuestion, subjectsQuestion } from './listing-questions.ts';
import type { Snapshot } from '../check/snapshots.ts';
import { timelyReader } from '../reading/timely-reader.ts';

type Truncation = { truncated: boolean; truncatedBy: ObjectListing['truncatedBy'] };

interface ListingOptions {
  inSnapshot: Checks['inSnapshot'];
  limits: CheckLimits & { maxContextualTuples: number };
  listLimits: ListLimits;
}

type Listed = Decided & Truncation & { found: string[] };

/** Lists over snapshots of the store. */
export const listings = (options: ListingOptions) => ({
  async listObjects(
    source: SnapshotSource,
    input: ListObjectsInput,
  ): Promise<Decided & Truncation & { objects: string[] }> {
    const { found, ...rest } = await listInSnapshot(options, source, input, (environment) =>
      listObjects(objectsQuestion(environment.model, input, around(options)), environment),
    );
    return { objects: found.map((id) => `${input.type}:${id}`), ...rest };
  },

  async listSubjects(
    source: SnapshotSource,
    input: ListSubjectsInput,
  ): Promise<Decided & Truncation & { subjects: string[] }> {
    const { found, ...rest } = await listInSnapshot(options, source, input, (environment) =>
      listSubjects(subjectsQuestion(environment.model, input, around(options)), environment),
    );
    return { subjects: found, ...rest };
  },
});

const around = ({ limits }: ListingOptions) => ({
  now: Date.now(),
  maxContextualTuples: limits.maxContextualTuples,
});

/** Lists in one snapshot until the deadline; the results of a statement that exceeds it are left out. */
async function listInSnapshot(
  options: ListingOptions,
  source: SnapshotSource,
  wanted: Wanted & QuestionInput & { limit?: number | undefined },
  list: (environment: ListingEnvironment) => Promise<ObjectListing>,
): Promise<Listed> {
  let answer: Listed | undefined;
  try {
    return await options.inSnapshot(source, wanted, async (snapshot) => {
      const bounds = boundsOf(options, wanted.limit);
      const listing = await listInTime(snapshot, options, bounds, list);
      answer = answerOf(snapshot, listing);
      return answer;
    });
  } catch (error) {
    // A statement timeout aborts the transaction, but what was read before it is valid.
    if (answer) return answer;
    throw error;
  }
}

/** The ceiling of a listing's own limit, which is its default too. */
function boundsOf({ listLimits }: ListingOptions, limit = listLimits.maxResults): ListLimits {
  if (limit > listLimits.maxResults)
    throw invalid('/limit', 'invalid_format', `must be at most ${listLimits.maxResults}`);
  return { ...listLimits, maxResults: limit };
}

async function listInTime(
  { model, reader, left }: Snapshot,
  { limits }: ListingOptions,
  bounds: ListLimits,
  list: (environment: ListingEnvironment) => Promise<ObjectListing>,
): Promise<ObjectListing> {
  const timely = timelyReader(reader, left());
  try {
    return await list({
      model,
      reader: timely.reader,
      limits: bounds,
      checkLimits: limits,
      isLate: () => timely.isOver() || left() < 0,
    });
  } finally {
    timely.end();
  }
}

const answerOf = ({ model, token }: Snapshot, { found, truncatedBy }: ObjectListing): Listed => ({
  found,
  truncated: truncatedBy.length > 0,
  truncatedBy,
  modelId: model.id,
  consistencyToken: token,
});
