import type { FieldError, OpenfgaErrorCode, OpenfgaReason } from '@platform/contracts';
import { Problem } from '@platform/kit/problem';
import { modelNotFound, noModels, openfgaProblem } from './openfga-problem.ts';
import { faultOf, invalidTuple, isConditionFault, listedKey } from './tuple-sentences.ts';
import type { NamedTuple } from './tuple-sentences.ts';

/** The parts of a request that its errors name. */
export interface AskedRequest {
  storeId: string;
  /** Empty for the active model. */
  modelId: string;
  /** The question itself; members that it lacks are empty. */
  question?: NamedTuple;
  /** Checks have one code for whatever is wrong with a contextual tuple. */
  isCheck?: boolean;
  /** Listings have codes of their own for types and relations that the model lacks. */
  isListing?: boolean;
  writes?: readonly NamedTuple[];
  /** Whether existing tuples are fine, so that one that is not differs in its condition. */
  ignoresDuplicates?: boolean;
  deletes?: readonly NamedTuple[];
  contextualTuples?: readonly NamedTuple[];
}

const already = 'tuple to be written already existed or the tuple to be deleted did not exist';

const reason = (code: OpenfgaErrorCode, message: string): OpenfgaReason => ({ code, message });

/** A tuple of a list, as the pointer of an error names it. */
function tupleAt(
  lists: Pick<AskedRequest, 'writes' | 'deletes' | 'contextualTuples'>,
  pointer = '',
): { list: keyof typeof lists; tuple: NamedTuple } | undefined {
  const [, list, index] = /\/(writes|deletes|contextualTuples)\/(\d+)/.exec(pointer) ?? [];
  const name = list as keyof typeof lists | undefined;
  const tuple = name && lists[name]?.[Number(index)];
  return tuple ? { list: name, tuple } : undefined;
}

/** An error about a tuple that is written, deleted or contextual. */
function reasonOfTuple(
  { list, tuple }: NonNullable<ReturnType<typeof tupleAt>>,
  error: FieldError,
  { ignoresDuplicates = false, isCheck = false }: AskedRequest,
): OpenfgaReason {
  const isContextual = list === 'contextualTuples';
  switch (error.code) {
    case 'duplicate_in_request':
      return isContextual
        ? reason('invalid_tuple', invalidTuple(tuple, error))
        : reason(
            'cannot_allow_duplicate_tuples_in_one_request',
            `duplicate tuple in write: ${listedKey(tuple)}`,
          );
    case 'already_exists':
      return ignoresDuplicates
        ? reason(
            'Aborted',
            `transactional write failed due to conflict: attempted to write a tuple which already exists with a different condition: ${listedKey(tuple)}`,
          )
        : reason(
            'write_failed_due_to_invalid_input',
            `cannot write a tuple which already exists: ${listedKey(tuple)}: ${already}`,
          );
    case 'not_present':
      return reason(
        'write_failed_due_to_invalid_input',
        `cannot delete a tuple which does not exist: ${listedKey(tuple)}: ${already}`,
      );
    default:
      return reason(
        isContextual && (isCheck || !isConditionFault(error))
          ? 'invalid_tuple'
          : 'validation_error',
        invalidTuple(tuple, error),
      );
  }
}

const ownCodes: Partial<Record<FieldError['code'], OpenfgaErrorCode>> = {
  type_not_found: 'type_not_found',
  relation_not_found: 'relation_not_found',
};

/** An error about the question itself. */
function reasonOfQuestion(
  question: NamedTuple,
  error: FieldError,
  isListing: boolean,
): OpenfgaReason | undefined {
  const isNamed = error.code in ownCodes || error.code === 'invalid_format';
  if (!isNamed) return undefined;
  const fault = faultOf(question, error);
  if (!isListing) return reason('validation_error', fault);
  if (error.pointer === '/subject')
    return reason('validation_error', `invalid 'user' value: ${fault}`);
  return reason(ownCodes[error.code] ?? 'validation_error', fault);
}

/** OpenFGA's code and sentence for an error of the engine; undefined if nothing in the request decides it. */
function reasonOf(
  asked: AskedRequest,
  { code, details: { errors = [] } }: Problem,
): OpenfgaReason | undefined {
  if (code === 'no_active_model') return noModels(asked.storeId);
  const [error] = errors;
  if (!error) return undefined;
  if (error.code === 'model_not_found') return modelNotFound(asked.modelId);
  const tuple = tupleAt(asked, error.pointer);
  if (tuple) return reasonOfTuple(tuple, error, asked);
  return asked.question && reasonOfQuestion(asked.question, error, asked.isListing ?? false);
}

/** A problem of the engine, with the code and sentence of OpenFGA. */
export function inTermsOf(asked: AskedRequest, error: Problem): Problem {
  const found = reasonOf(asked, error);
  return found ? openfgaProblem(found.code, found.message, error.code) : error;
}

/** Runs a request of the engine, and throws its errors with the codes and sentences of OpenFGA. */
export async function inOpenfgaTerms<T>(asked: AskedRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Problem ? inTermsOf(asked, error) : error;
  }
}
