import type { ListObjectsInput } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { contextualIn, relationIn, subjectIn, contextIn, typeIn } from '../check/question-input.ts';
import { refuse } from '../tuples/tuple-rules.ts';
import type { Faults } from '../check/question-input.ts';
import { compileAhead, inlineContexts } from '../conditions/inline-condition.ts';
import { evaluator } from '../evaluation/evaluator.ts';
import type { CheckLimits, CheckQuestion } from '../evaluation/question.ts';
import { unknown, yes } from '../evaluation/truth.ts';
import { parseSubject } from '../keys/tuple-key.ts';
import type { SubjectRef } from '../keys/tuple-key.ts';
import type { CompiledModel } from '../models/compiled-model.ts';
import type { Models } from '../models/model-cache.ts';
import { searchSettings } from '../reading/level-sql.ts';
import { postgresReader } from '../reading/postgres-reader.ts';
import { findStore } from '../store/store-row.ts';
import { tupleStoreOf } from '../store/store-key.ts';

/** The question that a scan asks of each object, in the form of a listing. */
export type ScanQuestion = Pick<
  ListObjectsInput,
  'subject' | 'relation' | 'type' | 'context' | 'contextualTuples'
>;

/** One page of a scan. */
export interface ScannedPage {
  /** Objects that the subject has the relation to. */
  objects: string[];
  /** Objects whose check a limit or a condition left open. */
  unresolved: number;
  scanned: number;
  /** Where the next page begins; null when there was nothing to scan. */
  lastObjectId: string | null;
  revision: number;
  isLast: boolean;
}

const checksAtOnce = 100;

/** Checks every object of a type, page by page, each page in one snapshot: listings without their limits. */
export function objectScan({
  models,
  limits,
}: {
  models: Models;
  limits: CheckLimits & { maxContextualTuples: number };
}) {
  return {
    /** The id of the model to scan with; 422 for a question that it cannot answer. */
    async modelFor(tx: Tx, question: ScanQuestion, modelId: string | undefined): Promise<string> {
      const model = await models.inUse(tx, await findStore(tx), modelId);
      const faults: Faults = [];
      subjectIn(model, question.subject, '/subject', faults);
      typeIn(model, question.type, '/type', faults);
      relationIn(model, question.type, question.relation, '/relation', faults);
      if (model.takesInline) await compileAhead(inlineContexts(question.contextualTuples));
      contextIn(model, question, { now: Date.now(), ...limits }, faults);
      refuse(faults);
      return model.id;
    },

    /** The page after an object id; undefined if the model or the store has been deleted. */
    async page(
      tx: Tx,
      question: ScanQuestion,
      { modelId, after, limit }: { modelId: string; after: string | null; limit: number },
    ): Promise<ScannedPage | undefined> {
      await tx.rows(`SELECT ${searchSettings}`);
      const [store, model] = [await findStore(tx), await models.find(tx, modelId)];
      if (!model || !store) return undefined;
      const ids = await listObjectIds(tx, model, { type: question.type, after, limit: limit + 1 });
      const taken = ids.slice(0, limit);
      const { check } = evaluator({ model, reader: postgresReader(tx), limits });
      const asked = await questionsOf(model, question, taken);
      const found: Pick<ScannedPage, 'objects' | 'unresolved'> = { objects: [], unresolved: 0 };
      for (let i = 0; i < asked.length; i += checksAtOnce) {
        const outcomes = await check(asked.slice(i, i + checksAtOnce));
        outcomes.forEach(({ value }, n) => {
          if (value === yes) found.objects.push(`${question.type}:${taken[i + n]}`);
          else if (value === unknown) found.unresolved += 1;
        });
      }
      return {
        ...found,
        scanned: taken.length,
        lastObjectId: taken.at(-1) ?? null,
        revision: store.revision,
        isLast: ids.length <= limit,
      };
    },
  };
}

/** One question for each object. */
async function questionsOf(
  model: CompiledModel,
  { subject, relation, type, context, contextualTuples }: ScanQuestion,
  ids: readonly string[],
): Promise<CheckQuestion[]> {
  if (model.takesInline) await compileAhead(inlineContexts(contextualTuples));
  const about = {
    subject: parseSubject(subject) as SubjectRef,
    relation,
    context,
    contextual: contextualIn(model, contextualTuples, '', 0, []),
  };
  return ids.map((id) => ({ ...about, object: { type, id } }));
}

/** Distinct ids of a type's objects, in the order of the primary key; tuples that this model takes no more, or that expired, name none. */
export async function listObjectIds(
  tx: Tx,
  model: CompiledModel,
  { type, after, limit }: { type: string; after: string | null; limit: number },
): Promise<string[]> {
  // Names contain no white space.
  const taken = [...(model.types.get(type)?.relations.values() ?? [])].flatMap(
    ({ name, restrictions }) =>
      restrictions.map((r) =>
        [name, r.type, r.relation ?? '', r.wildcard, r.condition ?? ''].join(' '),
      ),
  );
  const rows = await tx.rows<{ id: string }>(
    `SELECT DISTINCT object_id AS id FROM relation_tuples
     WHERE tenant_id = $1 AND object_type = $2 AND object_id > $3 AND (expires_at IS NULL OR expires_at > now())
       AND relation || ' ' || subject_type || ' ' || subject_relation || ' ' || (subject_id = '*')::text || ' ' || coalesce(condition_name, '') = ANY ($5::text[])
     ORDER BY object_id LIMIT $4`,
    [tupleStoreOf(tx), type, after ?? '', limit, taken],
  );
  return rows.map((row) => row.id);
}
