import { allOf, operations } from '../operation.ts';
import { bodyBounds } from './body-bounds.ts';
import { EnableTokenClaimsRequest, TokenClaims, TokenClaimsDisabled } from './token-claims.ts';

const path = '/api/v1/applications/{clientId}/token-claims';
const write = allOf('tenant:applications.write');

/** Operations on access claims in the tokens of an application. */
export const tokenClaimsOperations = operations({
  tokenClaimsGet: {
    method: 'get',
    path,
    scopes: allOf('tenant:applications.read'),
    summary: 'Gets the token-claims setting of an application',
    response: TokenClaims,
    errors: [],
    mode: 'external',
    description:
      'Returns `enabled: false` for applications without token claims. `syncState` is `pending` until the authorization server has applied the most recent change.',
  },
  tokenClaimsEnable: {
    method: 'put',
    path,
    scopes: write,
    summary: "Enables access claims in an application's tokens",
    body: EnableTokenClaimsRequest,
    bodyOptional: true,
    response: TokenClaims,
    errors: ['precondition_failed'],
    mode: 'external',
    ...bodyBounds,
    description:
      'Repeating the request with the same body has no effect other than repairing the registration with the authorization server.',
  },
  tokenClaimsDisable: {
    method: 'delete',
    path,
    scopes: write,
    summary: "Disables access claims in an application's tokens",
    response: TokenClaimsDisabled,
    errors: ['precondition_failed'],
    mode: 'external',
  },
});
