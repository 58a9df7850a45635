import { expect, expectTypeOf, test } from 'vitest';
import { camelCaseRows } from './camel-case.ts';
import type { Row } from './camel-case.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

test.each([
  ['id', 'id'],
  ['tenant_id', 'tenantId'],
  ['secret_last4', 'secretLast4'],
  ['verified_at_least_1', 'verifiedAtLeast1'],
  ['alreadySo', 'alreadySo'],
  ['?column?', '?column?'],
])('%s is read as %s', (column, property) => {
  expect(camelCaseRows(named(column), [['x']])).toEqual([{ [property]: 'x' }]);
});

test('values are unchanged, including nested objects', () => {
  const at = new Date();
  const value = { some_key: { inner_key: 1 } };
  expect(
    camelCaseRows(named('created_at', 'settings', 'ended_at'), [
      [at, value, null],
      [at, null, at],
    ]),
  ).toEqual([
    { createdAt: at, settings: value, endedAt: null },
    { createdAt: at, settings: null, endedAt: at },
  ]);
});

test('an empty result has no rows', () => {
  expect(camelCaseRows(named('id'), [])).toEqual([]);
});

test('a row type with a column name in snake_case does not compile', () => {
  expectTypeOf<{ tenantId: string }>().toExtend<Row<{ tenantId: string }>>();
  expectTypeOf<{ tenant_id: string }>().not.toExtend<Row<{ tenant_id: string }>>();
});
