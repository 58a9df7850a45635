import { expect, test } from 'vitest';
import { allowedScopes } from './session.ts';

test('scopes of an elevation count as scopes of the session', () => {
  const session = {
    scopes: ['tenant:pim.elevate', 'tenant:users.read'],
    elevatedScopes: ['tenant:users.read', 'tenant:users.write'],
  };
  expect(allowedScopes(session)).toEqual([
    'tenant:pim.elevate',
    'tenant:users.read',
    'tenant:users.write',
  ]);
});
