import { openfgaErrorOf } from '@platform/contracts';
import type { openfgaOperations } from '@platform/contracts';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import type { Problem } from '@platform/kit/problem';
import type { RelationEngine } from '@platform/relations';
import { inOpenfgaTerms, inTermsOf } from './engine-errors.ts';
import type { AskedRequest } from './engine-errors.ts';
import { openfgaProblem } from './openfga-problem.ts';
import { headersOf, surroundings, tokenHeader, wanted } from './question-terms.ts';
import { sourceIn } from './store-scope.ts';
import { keyOfWire } from './wire-tuples.ts';

type CheckOperation = 'openfgaCheck' | 'openfgaBatchCheck';

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

export const checkOperations = ({
  engine,
  maxBatchSize,
}: {
  engine: Pick<RelationEngine, 'check' | 'checkEach'>;
  maxBatchSize: number;
}): Pick<Handlers<typeof openfgaOperations>, CheckOperation> => ({
  async openfgaCheck({ params: { storeId }, body, request, ...scope }) {
    const began = performance.now();
    const asked = {
      storeId,
      modelId: body.authorization_model_id,
      question: body.tuple_key,
      contextualTuples: body.contextual_tuples,
      isCheck: true,
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
    const asked = { storeId, modelId: body.authorization_model_id, isCheck: true };
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
});
