import type { OpenfgaAssertion, openfgaOperations } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import type { RelationEngine } from '@platform/relations';
import { assertionsOf, replaceAssertions } from '../assertions/assertions.ts';
import { inOpenfgaTerms } from './engine-errors.ts';
import { modelIdOf } from './openfga-ids.ts';
import { modelProblem, openfgaProblem } from './openfga-problem.ts';
import { enterStore } from './store-scope.ts';
import { keyOfWire, shownAgain, tupleOfWire } from './wire-tuples.ts';

type AssertionOperation = 'openfgaReadAssertions' | 'openfgaWriteAssertions';

const maxBytes = 64_000;

const wireAssertion = ({
  tuple_key: { object, relation, user },
  expectation,
  contextual_tuples: tuples,
  context,
}: OpenfgaAssertion) => ({
  tuple_key: { object, relation, user },
  expectation,
  contextual_tuples: tuples.map(shownAgain),
  context: context ?? null,
});

type Engine = Pick<RelationEngine, 'questions' | 'stores'>;

/** Refuses assertions that the model could never answer. */
async function checkAssertions(
  { questions }: Pick<Engine, 'questions'>,
  tx: Tx,
  { storeId, modelId, given }: { storeId: string; modelId: string; given: OpenfgaAssertion[] },
): Promise<void> {
  if (Buffer.byteLength(JSON.stringify(given)) > maxBytes)
    throw openfgaProblem(
      'exceeded_entity_limit',
      `The number of bytes exceeds the allowed limit of ${maxBytes}`,
    );
  for (const { tuple_key: question, contextual_tuples: contextualTuples, context } of given)
    await inOpenfgaTerms({ storeId, modelId, question, contextualTuples }, () =>
      questions.validate(tx, modelIdOf(modelId), {
        ...keyOfWire(question),
        contextualTuples: contextualTuples.map(tupleOfWire),
        context,
      }),
    );
}

export const assertionOperations = (
  engine: Engine,
): Pick<Handlers<typeof openfgaOperations>, AssertionOperation> => ({
  async openfgaReadAssertions({ tx, params: { storeId, modelId } }) {
    const own = await enterStore(engine, tx, storeId);
    const isKnown = await engine.questions.knows(own, modelIdOf(modelId));
    const found = isKnown ? await assertionsOf(tx, modelIdOf(modelId)) : [];
    return { authorization_model_id: modelId, assertions: found.map(wireAssertion) };
  },

  async openfgaWriteAssertions({ tx, params: { storeId, modelId }, body: { assertions: given } }) {
    const own = await enterStore(engine, tx, storeId);
    if (!(await engine.questions.knows(own, modelIdOf(modelId)))) throw modelProblem(modelId);
    await checkAssertions(engine, own, { storeId, modelId, given });
    await replaceAssertions(tx, modelIdOf(modelId), given);
    return answer(undefined, { status: 204 });
  },
});
