import { operations } from '../operation.ts';
import { setupFor } from '../setup-scopes.ts';
import { TestSignIn } from './test-sign-in.ts';

const scopes = setupFor('sso');
const path = '/api/v1/setup/connections/{id}/test-sign-ins';

/** Operations on test sign-ins of connections, for contacts with a setup link. */
export const setupTestSignInOperations = operations({
  setupTestSignInCreate: {
    method: 'post',
    path,
    scopes,
    summary: 'Prepares a test sign-in at an identity provider',
    description:
      'Open `url` in a browser tab. The sign-in shows the claims that the identity provider sends; it creates no user and no session. It also works before the connection is activated.',
    response: TestSignIn,
    errors: [],
    noEtag: true,
  },
  setupTestSignInGet: {
    method: 'get',
    path: `${path}/{testId}`,
    scopes,
    summary: 'Gets a test sign-in with its result',
    description: 'Results are kept for a day.',
    response: TestSignIn,
    errors: [],
    noEtag: true,
  },
});
