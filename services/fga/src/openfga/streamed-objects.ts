import type { ListObjectsInput } from '@platform/contracts';
import { stream } from '@platform/kit/http';
import type { StreamAnswer } from '@platform/kit/http';
import type { RelationEngine, SnapshotSource } from '@platform/relations';

type Question = Pick<
  ListObjectsInput,
  'subject' | 'relation' | 'type' | 'context' | 'contextualTuples'
>;

/** One streamed listing: what is asked, and how many objects are checked altogether and at once. */
export interface StreamedListing {
  question: Question;
  modelId?: string;
  maxObjects: number;
  batchSize: number;
}

type Engine = Pick<RelationEngine, 'scan' | 'checkEach'>;
type ScannedPage = NonNullable<Awaited<ReturnType<RelationEngine['scan']['page']>>>;

/** The number of `authorization_model_resolution_too_complex`: errors of a stream have no names. */
const resolutionTooComplex = 2002;

const line = (value: object): string => `${JSON.stringify(value)}\n`;
const objectLine = (object: string): string => line({ result: { object } });

/** The last line of a list that lacks objects whose check a limit left open. */
function incompleteLine(count: number): string {
  const message = `${count} objects could not be checked within the limits`;
  return line({ error: { code: resolutionTooComplex, message, details: [] } });
}

/** Objects that only contextual tuples name: the scan reads the ids of stored ones. */
async function contextualObjects(
  engine: Engine,
  source: SnapshotSource,
  { question, modelId }: Pick<StreamedListing, 'question' | 'modelId'>,
): Promise<Set<string>> {
  const { type, contextualTuples = [] } = question;
  const named = contextualTuples.map(({ object }) => object);
  const objects = [...new Set(named)].filter((object) => object.startsWith(`${type}:`));
  if (objects.length === 0) return new Set();
  const { answers } = await engine.checkEach(
    source,
    objects.map((object) => ({ ...question, object })),
    { modelId },
    () => '',
  );
  return new Set(objects.filter((_, i) => answers[i] === true));
}

/**
 * Streams the objects that a subject has a relation to, page by page, without the limits of a listing. `read` reads in the store. A request that the model
 * does not accept is refused before the stream begins.
 */
export async function streamedObjects(
  engine: Engine,
  { source, read }: { source: SnapshotSource; read: SnapshotSource['read'] },
  { question, modelId: asked, maxObjects, batchSize }: StreamedListing,
): Promise<StreamAnswer> {
  const { scan } = engine;
  const modelId = await read((tx) => scan.modelFor(tx, question, asked));
  const first = await contextualObjects(engine, source, { question, modelId });

  const pageAfter = (after: string | null, limit: number): Promise<ScannedPage | undefined> =>
    read((tx) => scan.page(tx, question, { modelId, after, limit }));

  async function* lines(): AsyncGenerator<string> {
    for (const object of first) yield objectLine(object);
    let unresolved = 0;
    let scanned = 0;
    for (let after: string | null = null, isLast = false; !isLast && scanned < maxObjects;) {
      const limit = Math.min(batchSize, maxObjects - scanned);
      const page: ScannedPage | undefined = await pageAfter(after, limit);
      if (!page) break;
      const found = page.objects.filter((object) => !first.has(object));
      if (found.length > 0) yield found.map(objectLine).join('');
      unresolved += page.unresolved;
      scanned += page.scanned;
      after = page.lastObjectId;
      isLast = page.isLast;
    }
    if (unresolved > 0) yield incompleteLine(unresolved);
  }
  return stream({ contentType: 'application/json', body: lines() });
}
