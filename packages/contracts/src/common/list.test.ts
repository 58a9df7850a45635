import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { z } from 'zod';
import { catalogue } from '../catalogue.ts';
import { claimsWebhookOperations } from '../hub/internal-application-operations.ts';
import type { Operation } from '../operation.ts';
import { queryInteger } from './list.ts';

describe('queryInteger', () => {
  const schema = queryInteger(1, 200);
  test('accepts only digits in its range', () => {
    const written = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 4 }),
      fc.string({ unit: fc.constantFrom(...'0159exX+-._ \t\n٣'), maxLength: 5 }),
      fc.string(),
    );
    fc.assert(
      fc.property(written, (text) => {
        const isTaken = /^[0-9]+$/.test(text) && Number(text) >= 1 && Number(text) <= 200;
        expect(schema.safeParse(text)).toMatchObject(
          isTaken ? { success: true, data: Number(text) } : { success: false },
        );
      }),
      { numRuns: 1_000 },
    );
  });
});

/** Every query parameter that the OpenAPI document declares as an integer. */
const all: Operation[] = [
  ...catalogue.map(({ operation }) => operation),
  ...Object.values(claimsWebhookOperations),
];
const integers = all.flatMap(({ query, method, path }) => {
  if (!query) return [];
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).flatMap(([name, property]) =>
    (property as { type?: string }).type === 'integer'
      ? [[`${method} ${path}`, name, query] as const]
      : [],
  );
});

test('queries contain integers', () => expect(integers.length).toBeGreaterThan(20));

test.each(integers)('%s accepts %s only in digits', (_operation, name, query) => {
  const isTaken = (text: string): boolean =>
    !(query.safeParse({ [name]: text }).error?.issues ?? []).some((i) => i.path[0] === name);
  expect(isTaken('5')).toBe(true);
  for (const text of ['1e0', '0x5', '+5', ' 5', '5 ', '5.0', '-0', '', '٥'])
    expect([text, isTaken(text)]).toEqual([text, false]);
});
