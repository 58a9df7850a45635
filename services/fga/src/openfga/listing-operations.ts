import type { openfgaOperations } from '@platform/contracts';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import type { RelationEngine } from '@platform/relations';
import { inOpenfgaTerms } from './engine-errors.ts';
import type { AskedRequest } from './engine-errors.ts';
import { openfgaProblem } from './openfga-problem.ts';
import { headersOf, surroundings, tokenHeader, wanted } from './question-terms.ts';
import type { Surroundings, Wanted } from './question-terms.ts';
import { readsIn, sourceIn } from './store-scope.ts';
import { streamedObjects } from './streamed-objects.ts';
import { isTruncated, wireNode } from './wire-tree.ts';
import { wireUser } from './wire-users.ts';

type ListingOperation =
  'openfgaListObjects' | 'openfgaStreamedListObjects' | 'openfgaListUsers' | 'openfgaExpand';

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

export const listingOperations = ({
  engine,
  stream,
}: {
  engine: Pick<
    RelationEngine,
    'checkEach' | 'listObjects' | 'listSubjects' | 'expand' | 'scan' | 'stores'
  >;
  stream: { maxObjects: number; batchSize: number };
}): Pick<Handlers<typeof openfgaOperations>, ListingOperation> => ({
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
