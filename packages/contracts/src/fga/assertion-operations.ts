import { z } from 'zod';
import { allOf, operations } from '../operation.ts';
import { bodyBounds } from './body-bounds.ts';
import { FgaAssertions, WriteAssertionsRequest } from './assertion.ts';

const path = '/api/v1/fga/assertions';
const query = z.strictObject({
  modelId: z.string().max(64).optional().describe('Defaults to the active model.'),
});

/** Operations on the assertions of a model. OpenFGA's API reads and writes the same ones. */
export const fgaAssertionOperations = operations({
  fgaAssertionsGet: {
    method: 'get',
    path,
    scopes: allOf('tenant:fga.read'),
    summary: 'Lists the assertions of an authorization model',
    query,
    response: FgaAssertions,
    errors: ['no_active_model'],
    description:
      'Assertions are checks with expected results. `fgaModelValidate` runs those of the active model against another one.',
  },
  fgaAssertionsPut: {
    method: 'put',
    path,
    scopes: allOf('tenant:fga.write'),
    summary: 'Replaces the assertions of an authorization model',
    query,
    body: WriteAssertionsRequest,
    response: FgaAssertions,
    ...bodyBounds,
    errors: ['no_active_model', 'limit_exceeded', 'precondition_failed'],
    description:
      'An assertion that the model could never answer returns 422. They are not run: an assertion can be written before the tuples that it needs.',
  },
});
