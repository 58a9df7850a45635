import type { OpenfgaErrorCode, OpenfgaReason } from '@platform/contracts';
import { problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';

/** A problem that OpenFGA has a code and a sentence for. */
export const openfgaProblem = (
  code: OpenfgaErrorCode,
  message: string,
  kind: Problem['code'] = 'validation_failed',
): Problem => problem(kind, { detail: message, members: { openfga: { code, message } } });

export const modelNotFound = (modelId: string): OpenfgaReason => ({
  code: 'authorization_model_not_found',
  message: `Authorization Model '${modelId}' not found`,
});

export function modelProblem(modelId: string): Problem {
  const { code, message } = modelNotFound(modelId);
  return openfgaProblem(code, message, 'not_found');
}

export const noModels = (storeId: string): OpenfgaReason => ({
  code: 'latest_authorization_model_not_found',
  message: `No authorization models found for store '${storeId}'`,
});
