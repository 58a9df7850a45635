import { describe, expect, test } from 'vitest';
import { paging } from '@platform/contracts';
import { z } from 'zod';
import { Problem } from '../problem/problem.ts';
import { parseBody, parseParameters } from './validation.ts';

function problemOf(work: () => unknown): Problem {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

const detailOf = (schema: z.ZodType, body: unknown): string =>
  problemOf(() => parseBody(schema, body)).message;

const Address = z.strictObject({ country: z.string().length(2), city: z.string().min(1).max(3) });
const Source = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('http'), url: z.url() }),
  z.strictObject({ type: z.literal('file'), name: z.string() }),
]);

describe('parseBody', () => {
  test.each<[z.ZodType, unknown, string]>([
    [z.strictObject({ email: z.email() }), {}, 'email is required'],
    [z.strictObject({ email: z.email() }), { email: 'x' }, 'email must be an e-mail address'],
    [z.strictObject({}), { mail: 'x' }, 'Unknown property mail'],
    [z.object({ name: z.string() }), { name: 1 }, 'name must be a string'],
    [z.object({ age: z.int().min(1) }), { age: 1.5 }, 'age must be a whole number'],
    [z.object({ age: z.int().min(1) }), { age: 0 }, 'age must be at least 1'],
    [z.object({ age: z.number().lt(1) }), { age: 1 }, 'age must be less than 1'],
    [z.object({ at: z.iso.datetime() }), { at: 'now' }, 'at must be an RFC 3339 time, such as 2026-11-20T09:30:00Z'],
    [z.object({ on: z.boolean() }), { on: 'yes' }, 'on must be true or false'],
    [z.object({ kind: z.enum(['a', 'b', 'c']) }), { kind: 'd' }, 'kind must be one of "a", "b" or "c"'],
    [z.object({ kind: z.literal('a') }), { kind: 'd' }, 'kind must be "a"'],
    [z.object({ tags: z.array(z.string()).max(1) }), { tags: ['a', 'b'] }, 'tags must have at most 1 entry'],
    [z.object({ tags: z.array(z.string()).min(1) }), { tags: [] }, 'tags must not be empty'],
    [z.object({ old: z.never().optional() }), { old: 1 }, 'old must be left out'],
    [z.object({ homes: z.array(Address) }), { homes: [{ country: 'CH', city: 'Bern' }] }, 'homes[0].city must have at most 3 characters'],
    [z.object({ key: z.string().regex(/^[a-z]+$/) }), { key: '1' }, 'key must match the pattern /^[a-z]+$/'],
    [z.object({ key: z.string({ error: 'must be a key' }) }), { key: 1 }, 'key must be a key'],
    [z.strictObject({}), [], 'The request body must be an object'],
  ])('%# %j', (schema, body, detail) => expect(detailOf(schema, body)).toBe(detail)); // prettier-ignore

  test.each<[unknown, string]>([
    [{ type: 'http', url: 'x' }, 'source.url must be a URL'],
    [{ type: 'ftp' }, 'source.type must be one of "http" or "file"'],
    [{ url: 'https://example.com' }, 'source.type is required'],
    ['file', 'source must be an object'],
  ])('of a discriminated union: %j', (source, detail) =>
    expect(detailOf(z.strictObject({ source: Source }), { source })).toBe(detail),
  );

  test.each<[unknown, string]>([
    [{ role: 1 }, 'role must be a string'],
    [{ kind: 'scopes', scopes: 'a' }, 'scopes must be a list'],
    [{ kind: 'scopes', scope: ['a'] }, 'scopes is required; Unknown property scope'],
    [7, 'The request body must be an object or a string'],
  ])('of other unions the closest form is explained: %j', (body, detail) => {
    const either = z.union([
      z.strictObject({ role: z.string() }),
      z.strictObject({ kind: z.literal('scopes'), scopes: z.array(z.string()) }),
      z.string(),
    ]);
    expect(detailOf(either, body)).toBe(detail);
  });

  test('lists every fault', () => {
    const errors = problemOf(() => parseBody(Address, { country: 'CHE', city: '' })).details.errors;
    expect(errors).toEqual([
      { pointer: '/country', code: 'invalid_format', detail: 'must have at most 2 characters' },
      { pointer: '/city', code: 'invalid_format', detail: 'must not be empty' },
    ]);
  });
});

describe('parseParameters', () => {
  const query = z.strictObject(paging);
  test.each<[Record<string, string>, string, string]>([
    [{ limit: '1000' }, 'invalid_parameter', 'limit must be a whole number from 1 to 200'],
    [{ limit: '0' }, 'invalid_parameter', 'limit must be a whole number from 1 to 200'],
    [{ limit: 'ten' }, 'invalid_parameter', 'limit must be a whole number from 1 to 200'],
    [{ page: '2' }, 'invalid_parameter', 'Unknown query parameter page'],
    [{ cursor: '' }, 'invalid_cursor', 'cursor must not be empty'],
  ])('%j', (given, code, detail) => {
    const { code: answered, message } = problemOf(() => parseParameters(query, given));
    expect([answered, message]).toEqual([code, detail]);
  });
});
