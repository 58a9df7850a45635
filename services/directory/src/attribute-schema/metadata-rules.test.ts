import { describe, expect, test } from 'vitest';
import type { AttributeDefinitionCreation } from '@platform/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { newDefinition } from './definition-changes.ts';
import { checkDefinition } from './definition-rules.ts';
import { jsonSchemaDocument } from './json-schema.ts';
import {
  acceptedMetadata,
  fittingMetadata,
  incompleteAttributes,
  publishedMetadata,
  visibleMetadata,
} from './metadata-rules.ts';
import type { MetadataWrite } from './metadata-rules.ts';
import { attributeSchema } from './schema.ts';

type Given = Partial<AttributeDefinitionCreation> &
  Pick<AttributeDefinitionCreation, 'key' | 'type'>;

const defined = (given: Given) =>
  newDefinition({ entityKind: 'user', multiValued: false, ...given }, null, new Date(0));
const schemaOf = (given: readonly Given[], unmanaged: 'allow' | 'reject' = 'allow') =>
  attributeSchema({ unmanaged, version: 1 }, given.map(defined));
const errorsOf = (write: () => unknown): [string, string][] => {
  try {
    write();
    return [];
  } catch (error) {
    const { errors } = (error as { details: { errors: { pointer: string; code: string }[] } })
      .details;
    return errors.map(({ pointer, code }) => [pointer, code]);
  }
};
const create = (after: Record<string, unknown>, more: Partial<MetadataWrite> = {}) => ({
  before: {},
  after,
  writer: 'admin' as const,
  how: 'create' as const,
  ...more,
});

describe('metadata values', () => {
  test.each<[Omit<Given, 'key'>, unknown[], unknown[]]>([
    [
      { type: 'string', constraints: { minLength: 2, maxLength: 3 } },
      ['ab', '😀😀😀'],
      ['a', 'abcd', 1],
    ],
    [{ type: 'string', constraints: { pattern: '^[a-z]+$' } }, ['abc'], ['aB', '']],
    [{ type: 'string', format: 'email' }, ['a@example.com'], ['a', 'a@']],
    [{ type: 'string', format: 'uri' }, ['https://example.com/x'], ['/x', 'x y']],
    [{ type: 'string', format: 'phone' }, ['+14155552671'], ['14155552671']],
    [{ type: 'string', format: 'country' }, ['CH'], ['ZZ', 'ch']],
    [{ type: 'string', format: 'locale' }, ['de-CH'], ['x']],
    [{ type: 'string', format: 'time_zone' }, ['Europe/Zurich'], ['Mars/Base']],
    [{ type: 'string', format: 'ip' }, ['192.0.2.1', '2001:db8::1'], ['192.0.2']],
    [{ type: 'string', format: 'uuid' }, ['123e4567-e89b-12d3-a456-426614174000'], ['123']],
    [{ type: 'integer', constraints: { minimum: 0 } }, [0, 7], [-1, 1.5, '1', 2 ** 53]],
    [{ type: 'number', constraints: { maximum: 1 } }, [0.5, -3], [1.1, '0']],
    [{ type: 'boolean' }, [true], ['true', 1]],
    [{ type: 'date' }, ['2024-02-29'], ['2023-02-29', '2024-1-1']],
    [{ type: 'date_time' }, ['2024-02-29T10:00:00Z'], ['2024-02-29', '2024-02-29 10:00']],
    [{ type: 'enum', constraints: { options: [{ value: 'a' }] } }, ['a'], ['b', null]],
    [
      {
        type: 'object',
        constraints: {
          schema: {
            properties: { a: { type: 'integer' } },
            required: ['a'],
            additionalProperties: false,
          },
        },
      },
      [{ a: 1 }],
      [{}, { a: 'x' }, { a: 1, b: 2 }, []],
    ],
    [
      {
        type: 'string',
        multiValued: true,
        constraints: { minItems: 1, maxItems: 2, uniqueItems: true },
      },
      [['a'], ['a', 'b']],
      [[], ['a', 'a'], ['a', 'b', 'c'], 'a', [null]],
    ],
  ])('of %j', (given, good, bad) => {
    const schema = schemaOf([{ key: 'x', ...given }]);
    checkDefinition(defined({ key: 'x', ...given }));
    for (const value of good)
      expect(acceptedMetadata(schema, create({ x: value }))).toEqual({ x: value });
    for (const value of bad)
      expect([
        value,
        errorsOf(() => acceptedMetadata(schema, create({ x: value }))).length,
      ]).not.toEqual([value, 0]);
  });

  test('do not suffer from patterns with catastrophic backtracking', () => {
    const schema = schemaOf([{ key: 'x', type: 'string', constraints: { pattern: '^(a+)+$' } }]);
    expect(
      errorsOf(() => acceptedMetadata(schema, create({ x: `${'a'.repeat(3_000)}!` }))),
    ).toEqual([['/metadata/x', 'invalid_format']]);
  });

  test('report errors within objects', () => {
    const schema = schemaOf([
      {
        key: 'o',
        type: 'object',
        constraints: {
          schema: {
            properties: { a: { type: 'string' } },
            required: ['b'],
            additionalProperties: false,
          },
        },
      },
    ]);
    expect(
      errorsOf(() => acceptedMetadata(schema, create({ o: { a: 1, 'c/d': 2 } }))).toSorted(),
    ).toEqual([
      ['/metadata/o/a', 'invalid_format'],
      ['/metadata/o/b', 'required'],
      ['/metadata/o/c~1d', 'unknown_member'],
    ]);
  });
});

describe('writers', () => {
  const schema = schemaOf([
    { key: 'fixed', type: 'string', mutability: 'read_only' },
    { key: 'once', type: 'string', mutability: 'write_once' },
    { key: 'needed', type: 'string', required: true },
    { key: 'own', type: 'string', visibility: 'self_write' },
    { key: 'seen', type: 'string', visibility: 'self_read' },
    { key: 'hidden', type: 'string' },
    { key: 'level', type: 'integer', defaultValue: 3 },
  ]);

  test('of the API cannot write directory-managed attributes, and can write write-once attributes once', () => {
    expect(errorsOf(() => acceptedMetadata(schema, create({ fixed: 'a', needed: 'b' })))).toEqual([
      ['/metadata/fixed', 'immutable'],
    ]);
    const before = { fixed: 'a', once: 'b', needed: 'c', own: 'd' };
    const replace = (after: Record<string, unknown>) =>
      acceptedMetadata(schema, { before, after, writer: 'admin', how: 'replace' });
    expect(replace({ needed: 'c' })).toEqual({ fixed: 'a', once: 'b', needed: 'c' });
    expect(errorsOf(() => replace({ needed: 'c', once: 'x' }))).toEqual([
      ['/metadata/once', 'immutable'],
    ]);
    expect(errorsOf(() => replace({}))).toEqual([['/metadata/needed', 'required']]);
  });

  test('set defaults on creation, and fail if a required value is missing', () => {
    expect(acceptedMetadata(schema, create({ needed: 'a' }))).toEqual({ needed: 'a', level: 3 });
    expect(errorsOf(() => acceptedMetadata(schema, create({})))).toEqual([
      ['/metadata/needed', 'required'],
    ]);
    expect(acceptedMetadata(schema, create({}, { writer: 'source' }))).toEqual({ level: 3 });
    expect(incompleteAttributes(schema, { level: 3 })).toEqual(['needed']);
  });

  test('can see and change their own visible attributes', () => {
    const before = { needed: 'a', own: 'b', seen: 'c', hidden: 'd' };
    const patch = (changes: Record<string, unknown>) =>
      acceptedMetadata(schema, {
        before,
        after: { ...before, ...changes },
        writer: 'self',
        how: 'patch',
      });
    expect(patch({ own: 'x' })).toEqual({ ...before, own: 'x' });
    expect(errorsOf(() => patch({ seen: 'x', hidden: 'x', free: 'x' }))).toEqual([
      ['/metadata/seen', 'immutable'],
      ['/metadata/hidden', 'unknown_attribute'],
      ['/metadata/free', 'unknown_attribute'],
    ]);
  });

  test('cannot remove a required value by PATCH', () =>
    expect(
      errorsOf(() =>
        acceptedMetadata(schema, {
          before: { needed: 'a' },
          after: {},
          writer: 'admin',
          how: 'patch',
        }),
      ),
    ).toEqual([['/metadata/needed', 'required']]));
});

describe('properties without a definition', () => {
  test('are plain values, or are rejected if the schema is closed', () => {
    const [open, closed] = [schemaOf([]), schemaOf([], 'reject')];
    for (const value of ['a', 1, true, ['a', 1, true], []])
      expect(acceptedMetadata(open, create({ x: value }))).toEqual({ x: value });
    for (const value of [null, {}, [null], [[]], [{}]])
      expect(errorsOf(() => acceptedMetadata(open, create({ x: value })))).toEqual([
        ['/metadata/x', 'invalid_format'],
      ]);
    expect(errorsOf(() => acceptedMetadata(closed, create({ x: 1 })))).toEqual([
      ['/metadata/x', 'unknown_attribute'],
    ]);
    expect(
      acceptedMetadata(closed, {
        before: { x: 1 },
        after: { x: 1 },
        writer: 'admin',
        how: 'patch',
      }),
    ).toEqual({ x: 1 });
  });

  test('are at most 100', () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`k${i}`, i]));
    expect(errorsOf(() => acceptedMetadata(schemaOf([]), create(many)))).toEqual([
      ['/metadata', 'limit_exceeded'],
    ]);
    expect(
      Object.keys(fittingMetadata(schemaOf([]), create(many, { writer: 'source' }))),
    ).toHaveLength(100);
  });
});

test('sensitive values are never published, and values of deleted attributes are removed', () => {
  const [secret, gone] = [
    defined({ key: 'secret', type: 'string', sensitivity: 'sensitive' }),
    defined({ key: 'gone', type: 'string' }),
  ];
  const schema = attributeSchema({ unmanaged: 'allow', version: 1 }, [
    secret,
    { ...gone, state: 'purging' },
  ]);
  const metadata = { secret: 'a', gone: 'b', plain: 'c' };
  expect(visibleMetadata(schema, metadata)).toEqual({ secret: 'a', plain: 'c' });
  expect(publishedMetadata(schema, metadata)).toEqual({ plain: 'c' });
  expect(
    errorsOf(() =>
      acceptedMetadata(schema, {
        before: metadata,
        after: { ...metadata, gone: 'x' },
        writer: 'admin',
        how: 'patch',
      }),
    ),
  ).toEqual([['/metadata/gone', 'unknown_attribute']]);
  expect(
    acceptedMetadata(schema, { before: metadata, after: metadata, writer: 'admin', how: 'patch' }),
  ).toEqual({ secret: 'a', plain: 'c' });
});

const keys = ['k0', 'k1', 'k2'];
const rule = fc.oneof(
  fc.record({
    type: fc.constant('string' as const),
    constraints: fc.record({ minLength: fc.nat(3) }),
  }),
  fc.record({
    type: fc.constant('string' as const),
    constraints: fc.record({ pattern: fc.constantFrom('^a', 'b$', '[0-9]+') }),
  }),
  fc.record({
    type: fc.constant('integer' as const),
    constraints: fc.record({ minimum: fc.integer({ min: -2, max: 2 }) }),
  }),
  fc.record({ type: fc.constant('boolean' as const) }),
  fc.record({ type: fc.constant('date' as const) }),
  fc.record({
    type: fc.constant('string' as const),
    format: fc.constantFrom('country' as const, 'email' as const, 'ip' as const),
  }),
  fc.record({
    type: fc.constant('enum' as const),
    constraints: fc.constantFrom({ options: ['a', 'CH'].map((value) => ({ value })) }),
  }),
  fc.record({
    type: fc.constant('object' as const),
    constraints: fc.constant({ schema: { required: ['a'] } }),
  }),
  fc.record({
    type: fc.constant('string' as const),
    multiValued: fc.constant(true),
    constraints: fc.record({ maxItems: fc.nat(2) }),
  }),
);
const definitions = fc
  .array(
    fc.tuple(rule, fc.boolean(), fc.constantFrom('read_write' as const, 'write_once' as const)),
    { maxLength: 3 },
  )
  .map((rules): Given[] =>
    rules.map(([given, required, mutability], i) => ({
      key: keys[i] ?? '',
      ...given,
      required,
      mutability,
    })),
  );
const value = fc.oneof(
  fc.constantFrom<unknown>(
    'a',
    'abb',
    '7',
    'CH',
    'a@example.com',
    '192.0.2.1',
    '2024-02-29',
    '2024-02-30',
    true,
    null,
    1.5,
    { a: 1 },
    {},
    [],
    ['a'],
    ['a', 'b', 'c'],
    [1, null],
  ),
  fc.integer({ min: -3, max: 3 }),
);
const metadata = fc.dictionary(fc.constantFrom(...keys, 'free'), value, { noNullPrototype: true });

/** Validates with only the rendered document, like an external reader. */
const reader = (document: object) => {
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats.default(ajv);
  return ajv.compile(document);
};

describe('for all schemas and values', () => {
  test('the rendered JSON Schema validates exactly what the API accepts', () => {
    fc.assert(
      fc.property(
        definitions,
        fc.constantFrom('allow' as const, 'reject' as const),
        metadata,
        (given, unmanaged, after) => {
          const schema = schemaOf(given, unmanaged);
          const document = jsonSchemaDocument(
            { tenantId: 'tnt', kind: 'user' },
            schema,
            [...schema.definitions.values()],
            { audience: 'admin' },
          );
          const isAccepted = errorsOf(() => acceptedMetadata(schema, create(after))).length === 0;
          expect(reader(document)(after)).toBe(isAccepted);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('stored values never block a write that does not change them', () => {
    fc.assert(
      fc.property(
        definitions,
        metadata,
        fc.constantFrom('admin' as const, 'self' as const, 'source' as const),
        (given, stored, writer) => {
          const write: MetadataWrite = { before: stored, after: stored, writer, how: 'patch' };
          expect(acceptedMetadata(schemaOf(given, 'reject'), write)).toEqual(stored);
        },
      ),
    );
  });

  test('valid values from sources are accepted, and valid stored values are kept', () => {
    fc.assert(
      fc.property(definitions, metadata, metadata, (given, before, after) => {
        const schema = schemaOf(given);
        const write: MetadataWrite = {
          before,
          after: { ...before, ...after },
          writer: 'source',
          how: 'patch',
        };
        const fitting = fittingMetadata(schema, write);
        expect(acceptedMetadata(schema, { ...write, after: fitting })).toEqual(fitting);
        if (errorsOf(() => acceptedMetadata(schema, write)).length === 0)
          expect(fitting).toEqual(write.after);
      }),
    );
  });
});
