import { z } from 'zod';
import { listOf, paging } from '../common/list.ts';
import { allOf, operations, recentSignIn } from '../operation.ts';
import { ModelValidation, ValidateModelRequest } from './model-validation.ts';
import { FgaModel, FgaModelSummary, FgaStore, WriteModelRequest } from './model.ts';

const read = allOf('tenant:fga.read');
const write = allOf('tenant:fga.write');
const path = '/api/v1/fga';

/** Operations on the store and the versions of the authorization model. */
export const fgaModelOperations = operations({
  fgaStoreGet: {
    method: 'get',
    path: `${path}/store`,
    scopes: read,
    summary: 'Gets the status of the store',
    response: FgaStore,
    errors: [],
    description:
      'Pass `consistencyToken` to later checks so that they take into account everything written so far.',
  },
  fgaModelList: {
    method: 'get',
    path: `${path}/models`,
    scopes: read,
    summary: 'Lists authorization models, newest first',
    query: z.strictObject(paging),
    response: listOf(FgaModelSummary),
    errors: [],
    noEtag: true,
  },
  fgaModelWrite: {
    method: 'post',
    path: `${path}/models`,
    scopes: write,
    summary: 'Creates an authorization model',
    body: WriteModelRequest,
    response: FgaModel,
    mode: 'external',
    errors: ['conflict', 'limit_exceeded'],
    maxBodyBytes: 262_144,
    maxJsonDepth: 64,
    description:
      'Validates the model, runs its tests in memory, stores it and activates it. If the same model is already active, it is returned unchanged.',
  },
  fgaModelValidate: {
    method: 'post',
    path: `${path}/models:validate`,
    scopes: read,
    summary: 'Validates an authorization model without storing it',
    body: ValidateModelRequest,
    response: ModelValidation,
    mode: 'query',
    errors: [],
    noEtag: true,
    maxBodyBytes: 262_144,
    maxJsonDepth: 64,
    description:
      'Runs its tests in memory and its assertions over the tuples of the store, compares it with the active model, and counts the tuples that it would ignore. A model with errors returns 200 with `valid: false`.',
  },
  fgaModelGet: {
    method: 'get',
    path: `${path}/models/{modelId}`,
    scopes: read,
    summary: 'Gets an authorization model; `active` names the active one',
    response: FgaModel,
    errors: ['no_active_model'],
  },
  fgaModelActivate: {
    method: 'post',
    path: `${path}/models/{modelId}/activate`,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Activates an authorization model',
    response: FgaModel,
    errors: ['precondition_failed'],
    description:
      'Tuples that the model does not accept are kept but ignored. Activating the model that is already active has no effect.',
  },
});
