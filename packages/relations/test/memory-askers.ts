import transformer from '@openfga/syntax-transformer';
import { Problem } from '@platform/kit/problem';
import { filtersOf, inputs } from '@platform/testkit/relation-matrices';
import type { Asker, MatrixStage, MatrixTuple } from '@platform/testkit/relation-matrices';
import { readQuestion } from '../src/check/question-input.ts';
import { evaluator } from '../src/evaluation/evaluator.ts';
import { unknown, yes } from '../src/evaluation/truth.ts';
import { parseObject, parseSubject } from '../src/keys/tuple-key.ts';
import type { ObjectRef, SubjectRef } from '../src/keys/tuple-key.ts';
import { withoutInline } from '../src/language/dsl-inline.ts';
import type { ModelJson } from '../src/language/model-json.ts';
import { listObjects } from '../src/listing/list-objects.ts';
import { listSubjects } from '../src/listing/list-subjects.ts';
import { objectsQuestion, subjectsQuestion } from '../src/listing/listing-questions.ts';
import { compileModel } from '../src/models/compiled-model.ts';
import type { CompiledModel } from '../src/models/compiled-model.ts';
import { memoryReader } from '../src/reading/memory-reader.ts';
import type { MemoryTuple } from '../src/reading/memory-reader.ts';

const limits = { maxDepth: 25, maxNodes: 1_000, maxFanout: 100 };
const maxContextualTuples = 100;

const asTuple = ({ user, relation, object, condition, expiresAt }: MatrixTuple): MemoryTuple => ({
  subject: parseSubject(user) as SubjectRef,
  relation,
  object: parseObject(object) as ObjectRef,
  ...(condition ? { condition } : {}),
  ...(expiresAt ? { expiresAt: Date.parse(expiresAt) } : {}),
});

async function orErrors(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem)
      return { errors: [error.code, ...(error.details.errors ?? []).map((e) => e.code)] };
    throw error;
  }
}

const modelOf = (text: string): CompiledModel => {
  const { dsl, restored } = withoutInline(text);
  return compileModel(
    restored(transformer.transformer.transformDSLToJSONObject(dsl)) as unknown as ModelJson,
  );
};

/** Asks the evaluator, over the tuples of a test's stages so far. */
export function memoryAskers(now = Date.now()) {
  const tuplesOf = new Map<string, MemoryTuple[]>();
  return async (test: string, stage: MatrixStage): Promise<Asker> => {
    const tuples = [...(tuplesOf.get(test) ?? []), ...(stage.tuples ?? []).map(asTuple)];
    tuplesOf.set(test, tuples);
    return askerOver(
      stage,
      modelOf(stage.model),
      tuples.filter((t) => t.expiresAt === undefined || t.expiresAt > now),
    );
  };
}

function askerOver(
  stage: MatrixStage,
  model: CompiledModel,
  tuples: readonly MemoryTuple[],
): Asker {
  const reader = memoryReader(tuples);
  const bounds = { ...limits, ...stage.limits };
  const environment = {
    model,
    reader,
    checkLimits: bounds,
    limits: { ...bounds, maxNodes: 1_000, maxCandidates: 500, maxResults: 100 },
  };
  const given = { now: Date.now(), maxContextualTuples };
  return {
    check: ({ tuple: { user: subject, relation, object }, context, contextualTuples }) =>
      orErrors(async () => {
        const asked = {
          subject,
          relation,
          object,
          context,
          contextualTuples: inputs(contextualTuples),
        };
        const question = readQuestion(model, asked, '', maxContextualTuples);
        const [outcome] = await evaluator({ model, reader, limits: bounds }).check([question]);
        if (outcome?.value !== unknown) return outcome?.value === yes;
        const codes = outcome.reasons.map((r) => r.code);
        const isCondition = codes.some((code) => code.startsWith('condition'));
        return { errors: [...codes, ...(isCondition ? ['validation_failed'] : [])] };
      }),
    objects: ({ request: { user: subject, relation, type }, context, contextualTuples }) =>
      orErrors(async () => {
        const asked = {
          subject,
          relation,
          type,
          context,
          contextualTuples: inputs(contextualTuples),
        };
        const question = objectsQuestion(model, asked, given);
        const { found, truncatedBy } = await listObjects(question, environment);
        return { found: found.map((id) => `${type}:${id}`).sort(), truncatedBy };
      }),
    subjects: (assertion) =>
      orErrors(async () => {
        const { object, relation } = assertion.request;
        const asked = {
          object,
          relation,
          subjectFilters: filtersOf(assertion),
          context: assertion.context,
          contextualTuples: inputs(assertion.contextualTuples),
        };
        const question = subjectsQuestion(model, asked, given);
        const { found, truncatedBy } = await listSubjects(question, environment);
        return { found: found.sort(), truncatedBy };
      }),
  };
}
