import { expect, test } from 'vitest';
import { lackedToGive } from './lacked-scopes.ts';

test('scopes that the user does not have cannot be given, own permissions of the tenant can', () => {
  const session = { scopes: ['tenant:users.read'] };
  const permissions = ['tenant:users.read', 'tenant:users.write', 'invoices:read'];
  expect(lackedToGive(session, permissions)).toEqual(['tenant:users.write']);
});
