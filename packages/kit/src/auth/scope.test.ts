import { describe, expect, test } from 'vitest';
import { allOf, anyOf, anySetup, setupFor } from '@platform/contracts';
import type { Principal, Scopes } from '@platform/contracts';
import type { Problem } from '@platform/kit/problem';
import { requireKindOfCaller, requireScopes, scopeSet } from './scope.ts';

describe('scopeSet', () => {
  test.each<[unknown, string[]]>([
    ['a b', ['a', 'b']],
    ['a', ['a']],
    ['', []],
    [' a  b ', ['a', 'b']],
    ['a\tb', ['a\tb']],
    ['a,b', ['a,b']],
    ['A a', ['A', 'a']],
    [undefined, []],
    [['a'], []],
    [{ a: 1 }, []],
    [1, []],
  ])('reads from %j the scopes %j', (scope, expected) => {
    expect([...scopeSet(scope)]).toEqual(expected);
  });
});

describe('requireScopes', () => {
  const refusal = (run: () => void): Problem | undefined => {
    try {
      run();
      return undefined;
    } catch (error) {
      return error as Problem;
    }
  };
  test('accepts exact scopes only: no wildcards, and write does not imply read', () => {
    const granted = scopeSet('tenant:users.write tenant:* tenant:users');
    expect(refusal(() => requireScopes(allOf('tenant:users.write'), granted, 'm'))).toBeUndefined();
    expect(
      refusal(() => requireScopes(anyOf('x', 'tenant:users.write'), granted, 'm')),
    ).toBeUndefined();
    expect(refusal(() => requireScopes(allOf('tenant:users.read'), granted, 'm'))?.code).toBe(
      'insufficient_scope',
    );
  });
  test('lists each missing scope, and all required scopes in the challenge', () => {
    const error = refusal(() => requireScopes(allOf('a', 'b', 'c'), scopeSet('a'), 'https://m'));
    expect(error?.body().errors).toEqual([
      { code: 'missing_scope', detail: 'b' },
      { code: 'missing_scope', detail: 'c' },
    ]);
    expect(error?.details.headers).toEqual({
      'WWW-Authenticate':
        'Bearer realm="product-api", resource_metadata="https://m", error="insufficient_scope", scope="a b c"',
    });
  });
});

describe('requireKindOfCaller', () => {
  test.each<[Principal['type'], string, Scopes | undefined, boolean]>([
    ['setup', 'one task', setupFor('sso'), true],
    ['setup', 'any task', anySetup, true],
    ['setup', 'administrators', allOf('tenant:orgs.read'), false],
    ['setup', 'administrators too', anyOf('setup.sso', 'tenant:orgs.read'), false],
    ['setup', 'everyone', allOf(), false],
    ['setup', 'another protocol', undefined, false],
    ['user', 'one task', setupFor('sso'), false],
    ['client', 'any task', anySetup, false],
    ['user', 'administrators', allOf('tenant:orgs.read'), true],
    ['client', 'everyone', allOf(), true],
    ['user', 'another protocol', undefined, true],
  ])('judges a caller of type %s at an operation for %s', (type, _for, scopes, isAllowed) => {
    const check = () => requireKindOfCaller({ type }, scopes);
    if (isAllowed) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'caller_not_allowed' }));
  });
});
