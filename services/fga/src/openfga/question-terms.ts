import type { OpenfgaTuple } from '@platform/contracts';
import { modelIdOf, modelUlid } from './openfga-ids.ts';
import { tupleOfWire } from './wire-tuples.ts';

/** Names the revision that an answer was read from, and that a request wants at least. */
export const tokenHeader = 'x-consistency-token';

/** What surrounds a question. */
export interface Surroundings {
  context?: Record<string, unknown> | undefined;
  contextual_tuples: readonly OpenfgaTuple[];
}

/** What surrounds a question, as the engine takes it. */
export const surroundings = ({ context, contextual_tuples: tuples }: Surroundings) => ({
  ...(context ? { context } : {}),
  ...(tuples.length > 0 ? { contextualTuples: tuples.map(tupleOfWire) } : {}),
});

/** Which model, how fresh. */
export interface Wanted {
  authorization_model_id: string;
  consistency: boolean;
}

/** The model, and whether caches are bypassed; a token is of an earlier answer. */
export const wanted = (
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
export const headersOf = (
  { modelId, consistencyToken, truncatedBy = [] }: Answered,
  began: number,
) => ({
  'openfga-authorization-model-id': modelUlid(modelId),
  'fga-query-duration-ms': String(Math.round(performance.now() - began)),
  [tokenHeader]: consistencyToken,
  ...(truncatedBy.length > 0 ? { 'x-truncated': truncatedBy.join(', ') } : {}),
});
