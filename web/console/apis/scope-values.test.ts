import { expect, test } from 'vitest';
import { scopeBody, scopeValues, writtenLocales } from './scope-values.ts';

test('a scope is the same after it went through the form', () => {
  const scope = {
    name: 'invoices:read',
    displayName: { en: 'Read your invoices', 'pt-BR': 'Ler suas faturas' },
    description: {},
    permission: 'invoices:read',
    requires: { acr: 'aal2', maxAgeSeconds: 0 },
    sensitive: true,
    createdAt: '2026-11-27T00:00:00.000Z',
    updatedAt: '2026-11-27T00:00:00.000Z',
  };
  const { name: _name, createdAt: _created, updatedAt: _updated, ...body } = scope;
  expect(scopeBody(scopeValues(scope))).toEqual(body);
});

test('languages without a text are left out', () => {
  const values = { ...scopeValues(undefined), displayName: { en: ' Read ', de: ' ' } };
  expect(writtenLocales(values.displayName)).toEqual(['en']);
  expect(scopeBody(values)).toMatchObject({ displayName: { en: 'Read' }, requires: null });
});
