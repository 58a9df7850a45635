import { openfgaErrorOf } from '@platform/contracts';
import type { OpenfgaTuple, openfgaOperations } from '@platform/contracts';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import type { Problem } from '@platform/kit/problem';
import type { RelationEngine } from '@platform/relations';
import { inOpenfgaTerms, inTermsOf } from './engine-errors.ts';
import type { AskedRequest } from './engine-errors.ts';
import { modelIdOf, modelUlid } from './openfga-ids.ts';
import { openfgaProblem } from './openfga-problem.ts';
import { readsIn, sourceIn } from './store-scope.ts';
import { streamedObjects } from './streamed-objects.ts';
import { keyOfWire, tupleOfWire } from './wire-tuples.ts';
import { isTruncated, wireNode } from './wire-tree.ts';
import { wireUser } from './wire-users.ts';

const tokenHeader = 'x-consistency-token';

type QueryOperation =
  | 'openfgaCheck'
  | 'openfgaBatchCheck'
  | 'openfgaListObjects'
  | 'openfgaStreamedListObjects'
  | 'openfgaListUsers'
  | 'openfgaExpand';

interface Surroundings {
  context?: Record<string, unknown> | undefined;
  contextual_tuples: readonly OpenfgaTuple[];
}

const surroundings = ({ context, contextual_tuples: tuples }: Surroundings) => ({
  ...(context ? { context } : {}),
  ...(tuples.length > 0 ? { contextualTuples: tuples.map(tupleOfWire) } : {}),
});

interface Wanted {
  authorization_model_id: string;
  consistency: boolean;
}

/** The model, and whether caches are bypassed; a token is of an earlier answer. */
const wanted = (
  { authorization_model_id: modelId, consistency }: Wanted,
  token: string | undefined,
) => {
  const consistently = consistency
    ? ({ fullyConsistent: true } as const)
    : token !== undefined && { atLeastAsFresh: token };
  return {
    ...(modelId === '' ? {} : { modelId: modelIdOf(modelId) }),
    ...(consistently ? { consistency: consistently } : {}),
  };
};

interface Answered {
  modelId: string;
  consistencyToken: string;
  truncatedBy?: readonly string[];
}

/** Headers that OpenFGA's clients read, and those that it does not have. */
const headersOf = ({ modelId, consistencyToken, truncatedBy = [] }: Answered, began: number) => ({
  'openfga-authorization-model-id': modelUlid(modelId),
  'fga-query-duration-ms': String(Math.round(performance.now() - began)),
  [tokenHeader]: consistencyToken,
  ...(truncatedBy.length > 0 ? { 'x-truncated': truncatedBy.join(', ') } : {}),
});

/** The error of one check of a batch. */
function wireCheckError(asked: AskedRequest, error: Problem) {
  const { code, status, message } = openfgaErrorOf(inTermsOf(asked, error), error.status);
  return status >= 500 ? { internal_error: code, message } : { input_error: code, message };
}

function checkBatchSize(size: number, max: number): void {
  if (size > max)
    throw openfgaProblem(
      'validation_error',
      `batchCheck received ${size} checks, the maximum allowed is ${max}`,
    );
}

/** A batch names each of its checks once. */
function checkCorrelationIds(ids: readonly string[]): void {
  const repeated = ids.find((id, i) => ids.indexOf(id) < i);
  if (repeated !== undefined)
    throw openfgaProblem('validation_error', `received duplicate correlation id: ${repeated}`);
}

export const queryOperations = ({
  engine,
  maxBatchSize,
  stream,
}: {
  engine: Pick<
    RelationEngine,
    'check' | 'checkEach' | 'listObjects' | 'listSubjects' | 'expand' | 'scan' | 'stores'
  >;
  maxBatchSize: number;
  stream: { maxObjects: number; batchSize: number };
}): Pick<Handlers<typeof openfgaOperations>, QueryOperation> => ({
  async openfgaCheck({ params: { storeId }, body, request, ...scope }) {
    const began = performance.now();
    const asked = {
      storeId,
      modelId: body.authorization_model_id,
      question: body.tuple_key,
      contextualTuples: body.contextual_tuples,
    };
    const { allowed, ...more } = await inOpenfgaTerms(asked, () =>
      engine.check(sourceIn(scope, storeId), {
        ...keyOfWire(body.tuple_key),
        ...surroundings(body),
        ...wanted(body, request.header(tokenHeader)),
      }),
    );
    return answer({ allowed, resolution: '' }, { headers: headersOf(more, began) });
  },

  async openfgaBatchCheck({ params: { storeId }, body, request, ...scope }) {
    const began = performance.now();
    checkBatchSize(body.checks.length, maxBatchSize);
    checkCorrelationIds(body.checks.map((check) => check.correlation_id));
    const asked = { storeId, modelId: body.authorization_model_id };
    const { answers, ...more } = await inOpenfgaTerms(asked, () =>
      engine.checkEach(
        sourceIn(scope, storeId),
        body.checks.map((check) => ({ ...keyOfWire(check.tuple_key), ...surroundings(check) })),
        wanted(body, request.header(tokenHeader)),
        (i) => `/checks/${i}`,
      ),
    );
    const shown = body.checks.map((check, i) => {
      const { tuple_key: question, contextual_tuples: contextualTuples } = check;
      const decided = answers[i] as boolean | Problem;
      const result =
        typeof decided === 'boolean'
          ? { allowed: decided }
          : { error: wireCheckError({ ...asked, question, contextualTuples }, decided) };
      return [check.correlation_id, result] as const;
    });
    return answer({ result: Object.fromEntries(shown) }, { headers: headersOf(more, began) });
  },

  async openfgaListObjects({ params: { storeId }, body, request, ...scope }) {
    const began = performance.now();
    const { user, relation, type } = body;
    const { objects, ...more } = await inOpenfgaTerms(askedObjects(storeId, body), () =>
      engine.listObjects(sourceIn(scope, storeId), {
        subject: user,
        relation,
        type,
        ...surroundings(body),
        ...wanted(body, request.header(tokenHeader)),
      }),
    );
    return answer({ objects }, { headers: headersOf(more, began) });
  },

  openfgaStreamedListObjects: ({ params: { storeId }, body, ...scope }) =>
    inOpenfgaTerms(askedObjects(storeId, body), () =>
      streamedObjects(
        engine,
        { source: sourceIn(scope, storeId), read: readsIn(engine, scope.read, storeId) },
        {
          question: {
            subject: body.user,
            relation: body.relation,
            type: body.type,
            ...surroundings(body),
          },
          ...wanted(body, undefined),
          ...stream,
        },
      ),
    ),

  async openfgaListUsers({ params: { storeId }, body, request, ...scope }) {
    const began = performance.now();
    const { object, relation, user_filters: filters } = body;
    const name = `${object.type}:${object.id}`;
    const asked = {
      storeId,
      modelId: body.authorization_model_id,
      question: { user: filterText(filters[0]), relation, object: name },
      contextualTuples: body.contextual_tuples,
      isListing: true,
    };
    const { subjects, ...more } = await inOpenfgaTerms(asked, () =>
      engine.listSubjects(sourceIn(scope, storeId), {
        object: name,
        relation,
        subjectFilters: filters.map(({ type, relation: of }) => ({
          type,
          ...(of === '' ? {} : { relation: of }),
        })),
        ...surroundings(body),
        ...wanted(body, request.header(tokenHeader)),
      }),
    );
    return answer({ users: subjects.map(wireUser) }, { headers: headersOf(more, began) });
  },

  async openfgaExpand({ params: { storeId }, body, request, ...scope }) {
    const began = performance.now();
    const { relation, object } = body.tuple_key;
    if (object === '' || relation === '')
      throw openfgaProblem(
        'invalid_expand_input',
        'Invalid input. Make sure you provide an object and a relation',
      );
    const asked = {
      storeId,
      modelId: body.authorization_model_id,
      question: { user: '', relation, object },
      contextualTuples: body.contextual_tuples,
    };
    const { tree, ...more } = await inOpenfgaTerms(asked, () =>
      engine.expand(sourceIn(scope, storeId), {
        object,
        relation,
        ...surroundings(body),
        ...wanted(body, request.header(tokenHeader)),
      }),
    );
    const truncatedBy = isTruncated(tree) ? ['fanout'] : [];
    return answer(
      { tree: { root: wireNode(tree, `${object}#${relation}`) } },
      { headers: headersOf({ ...more, truncatedBy }, began) },
    );
  },
});

/** A filter as a user in sentences about what the model lacks. */
const filterText = (filter: { type: string; relation: string } | undefined): string =>
  filter ? `${filter.type}:${filter.relation === '' ? '' : `#${filter.relation}`}` : '';

const askedObjects = (
  storeId: string,
  body: { user: string; relation: string; type: string } & Surroundings & Wanted,
): AskedRequest => ({
  storeId,
  modelId: body.authorization_model_id,
  question: { user: body.user, relation: body.relation, object: `${body.type}:` },
  contextualTuples: body.contextual_tuples,
  isListing: true,
});
