import { describe, expect, it } from 'vitest';
import { coversScopes } from './consents.ts';

const consent = {
  scopes: ['openid', 'write'],
  claims: ['email'],
  apiScopes: { apr_a: ['write'], apr_b: ['read'] },
};
const asked = (more: object) => ({ scopes: [], claims: [], apiScopes: {}, ...more });

describe('an earlier consent', () => {
  it.each([
    ['covers its own scopes and claims', { scopes: ['openid'], claims: ['email'] }, true],
    ['covers a scope of an API that it names', { apiScopes: { apr_a: ['write'] } }, true],
    ['does not cover a scope of another API', { apiScopes: { apr_b: ['write'] } }, false],
    [
      'does not cover a scope of an API with one of the issuer',
      { apiScopes: { apr_c: ['write'] } },
      false,
    ],
    ['does not cover a scope of the issuer with one of an API', { scopes: ['read'] }, false],
    ['does not cover another claim', { claims: ['phone_number'] }, false],
  ])('%s', (_what, more, expected) => {
    expect(coversScopes(consent, asked(more))).toBe(expected);
  });

  it('covers nothing if there is none', () => {
    expect(coversScopes(undefined, asked({}))).toBe(false);
  });
});
