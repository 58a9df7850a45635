import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import {
  claimFormats,
  claimSchemaFaults,
  claimSchemaKeywords,
  jsonDepth,
  maxClaimSchemaBytes,
  maxClaimSchemaDepth,
} from './claim-schema-form.ts';
import { WebhookClaimSchemaUpsertRequest, isClaimName } from './claim-schema.ts';

const nested = (levels: number, around: (inner: unknown) => unknown): unknown =>
  levels <= 1 ? { type: 'string' } : around(nested(levels - 1, around));
const items = (inner: unknown) => ({ items: inner });
const faults = (schema: unknown): string[] =>
  claimSchemaFaults(schema).map(({ path, code }) => `${path.map((p) => `/${p}`).join('')} ${code}`);

describe('claimSchemaFaults', () => {
  test.each<[string, unknown]>([
    ['nothing said', {}],
    ['a type', { type: 'string' }],
    ['several types', { type: ['string', 'null'] }],
    ['values', { enum: ['a', 1, null, { b: [2] }] }],
    ['one value', { const: null }],
    [
      'lengths',
      {
        type: 'string',
        minLength: 0,
        maxLength: 64,
        minItems: 1,
        maxItems: 2,
        minProperties: 0,
        maxProperties: 9,
      },
    ],
    ['ranges', { minimum: -1.5, maximum: 2, exclusiveMinimum: -2, exclusiveMaximum: 3 }],
    [
      'an object',
      {
        type: 'object',
        properties: { a: { type: 'string' }, if: true, pattern: { const: 1 } },
        required: ['a'],
        additionalProperties: false,
      },
    ],
    ['arrays', { type: 'array', items: { type: 'string' } }],
    ['true for a schema inside', { items: true, additionalProperties: { type: 'number' } }],
    ['as deep as may be', nested(maxClaimSchemaDepth, items)],
    [
      'as deep through objects',
      nested(maxClaimSchemaDepth, (inner) => ({ properties: { a: inner } })),
    ],
    ['as long as may be', { const: 'x'.repeat(maxClaimSchemaBytes - 12) }],
    ...claimFormats.map((format): [string, unknown] => [
      `format ${format}`,
      { type: 'string', format },
    ]),
  ])('accepts %s', (_name, schema) => expect(faults(schema)).toEqual([]));

  test.each<[string, unknown, string[]]>([
    ['$ref', { $ref: '#' }, ['/$ref schema_keyword_not_allowed']],
    ['pattern', { pattern: '(a+)+$' }, ['/pattern schema_keyword_not_allowed']],
    [
      'patternProperties',
      { patternProperties: {} },
      ['/patternProperties schema_keyword_not_allowed'],
    ],
    [
      'if, deep inside',
      { properties: { a: { items: { if: true } } } },
      ['/properties/a/items/if schema_keyword_not_allowed'],
    ],
    [
      'not',
      { additionalProperties: { not: {} } },
      ['/additionalProperties/not schema_keyword_not_allowed'],
    ],
    ...[
      '$id',
      '$schema',
      '$defs',
      '$dynamicRef',
      '$anchor',
      'allOf',
      'anyOf',
      'oneOf',
      'then',
      'else',
      'contains',
      'prefixItems',
      'uniqueItems',
      'multipleOf',
      'propertyNames',
      'dependentSchemas',
      'unevaluatedProperties',
      'contentSchema',
      'title',
      'default',
      'toString',
      'hasOwnProperty',
      'x',
    ].map((keyword): [string, unknown, string[]] => [
      keyword,
      { [keyword]: {} },
      [`/${keyword} schema_keyword_not_allowed`],
    ]),
    [
      'all that is wrong',
      { type: 'text', not: {}, minLength: -1 },
      ['/type invalid_format', '/not schema_keyword_not_allowed', '/minLength invalid_format'],
    ],
    ['no object', [], [' invalid_format']],
    ['true', true, [' invalid_format']],
    ['an unknown type', { type: ['string', 'date'] }, ['/type invalid_format']],
    ['a type twice', { type: ['string', 'string'] }, ['/type invalid_format']],
    ['no type', { type: [] }, ['/type invalid_format']],
    ['an empty enum', { enum: [] }, ['/enum invalid_format']],
    ['a value twice', { enum: [{ a: 1 }, { a: 1 }] }, ['/enum invalid_format']],
    ['a deep value', { const: [[[[[[]]]]]] }, ['/const invalid_format']],
    ['an unknown format', { format: 'regex' }, ['/format invalid_format']],
    ['a fraction of a length', { maxLength: 1.5 }, ['/maxLength invalid_format']],
    ['a bound in words', { minimum: '1' }, ['/minimum invalid_format']],
    ['a name twice', { required: ['a', 'a'] }, ['/required invalid_format']],
    ['properties that are none', { properties: [] }, ['/properties invalid_format']],
    [
      'a schema that is none',
      { properties: { a: 1 }, items: [{}] },
      ['/properties/a invalid_format', '/items invalid_format'],
    ],
    [
      'one too deep',
      nested(maxClaimSchemaDepth + 1, items),
      ['/items/items/items/items/items invalid_format'],
    ],
    ['one byte too long', { const: 'x'.repeat(maxClaimSchemaBytes - 11) }, [' invalid_format']],
    ['bytes, not characters', { const: 'ü'.repeat(maxClaimSchemaBytes / 2) }, [' invalid_format']],
  ])('rejects %s', (_name, schema, expected) => expect(faults(schema)).toEqual(expected));

  const name = fc.stringMatching(/^[a-z]{1,6}$/);
  const leaf = fc.record(
    {
      type: fc.constantFrom('string', 'number', 'object', ['array', 'null']),
      enum: fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 3 }),
      const: fc.jsonValue({ maxDepth: 3 }),
      format: fc.constantFrom(...claimFormats),
      minLength: fc.nat(99),
      maximum: fc.integer(),
      required: fc.uniqueArray(name, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  );
  const schemaOf = (depth: number): fc.Arbitrary<Record<string, unknown>> =>
    depth <= 1
      ? leaf
      : fc
          .tuple(
            leaf,
            fc.record(
              {
                items: fc.oneof(schemaOf(depth - 1), fc.boolean()),
                additionalProperties: fc.oneof(schemaOf(depth - 1), fc.boolean()),
                properties: fc.dictionary(name, schemaOf(depth - 1), { maxKeys: 2 }),
              },
              { requiredKeys: [] },
            ),
          )
          .map(([own, inner]) => ({ ...own, ...inner }));
  const small = (schema: unknown): boolean =>
    JSON.stringify(schema).length < maxClaimSchemaBytes / 2;

  test('accepts any schema built from these keywords', () => {
    fc.assert(
      fc.property(schemaOf(maxClaimSchemaDepth).filter(small), (schema) => {
        expect(claimSchemaFaults(schema)).toEqual([]);
      }),
    );
  });

  /** Every position of a schema within a schema. */
  const places = (
    schema: Record<string, unknown>,
    path: (string | number)[] = [],
  ): (string | number)[][] => [
    path,
    ...Object.entries(schema).flatMap(([keyword, value]) => {
      if (typeof value !== 'object' || value === null) return [];
      if (keyword === 'properties')
        return Object.entries(value).flatMap(([key, inner]) =>
          places(inner as Record<string, unknown>, [...path, keyword, key]),
        );
      return keyword === 'items' || keyword === 'additionalProperties'
        ? places(value as Record<string, unknown>, [...path, keyword])
        : [];
    }),
  ];
  const other = fc
    .oneof(
      fc.constantFrom('$ref', 'pattern', 'if', 'not', '$defs', '__proto__'),
      fc.string({ minLength: 1 }),
    )
    .filter((keyword) => !claimSchemaKeywords.includes(keyword));

  test('reports any other keyword with its path', () => {
    fc.assert(
      fc.property(
        schemaOf(maxClaimSchemaDepth).filter(small),
        other,
        fc.nat(),
        (schema, keyword, at) => {
          const where = places(schema);
          const path = where[at % where.length]!;
          const planted = structuredClone(schema);
          Object.defineProperty(
            path.reduce<any>((node, key) => node[key], planted),
            keyword,
            { value: {}, enumerable: true },
          );
          expect(claimSchemaFaults(planted)).toEqual([
            expect.objectContaining({
              code: 'schema_keyword_not_allowed',
              path: [...path, keyword],
            }),
          ]);
        },
      ),
    );
  });

  test('never throws for any input', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void claimSchemaFaults(value)));
  });
});

test('jsonDepth counts arrays and objects, and stops at the limit', () => {
  expect([1, 'x', null, [], {}, [[]], { a: [{}] }].map((value) => jsonDepth(value, 10))).toEqual([
    0, 0, 0, 1, 1, 2, 3,
  ]);
  const deep: unknown = Array.from({ length: 100_000 }).reduce<unknown>((inner) => [inner], 1);
  expect(jsonDepth(deep, 10)).toBe(11);
});

describe('isClaimName', () => {
  test.each([
    'a',
    '_a',
    'costCenter',
    'a.b-c_1',
    'https://example.com/claims/role',
    'https://example.com',
    'HTTPS://Example.com/x',
    'https://example.com/%C3%A4?x=[1]#y',
    'x'.repeat(128),
  ])('accepts %s', (name) => expect(isClaimName(name)).toBe(true));
  test.each([
    '',
    '1a',
    '-a',
    '.a',
    'a b',
    'a/b',
    'ä',
    'a:b',
    'urn:x:y',
    'http://example.com/x',
    'https://',
    'https:///x',
    'https://exa mple.com',
    'https://example.com/ä',
    'https://example.com/%zz',
    'x'.repeat(129),
    'a\n',
  ])('rejects %j', (name) => expect(isClaimName(name)).toBe(false));
});

describe('WebhookClaimSchemaUpsertRequest', () => {
  const schema = { type: 'string' };
  const endpoint = { kind: 'endpoint', endpointId: 'whe_01h455vb4pex5vsknk084sn02q' };

  test('fills in defaults', () => {
    expect(WebhookClaimSchemaUpsertRequest.parse({ schema })).toEqual({
      schema,
      source: { kind: 'webhook' },
      clientIds: [],
      scopes: [],
      tokens: ['access_token'],
      resources: [],
      required: false,
      description: null,
      enabled: true,
    });
    expect(WebhookClaimSchemaUpsertRequest.parse({ schema, source: endpoint }).source).toEqual({
      ...endpoint,
      timeoutMilliseconds: 1000,
      cacheTtlSeconds: 0,
      staleIfErrorSeconds: 0,
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no schema', {}, '/schema'],
    [
      'a keyword that is not allowed',
      { schema: { items: { pattern: 'x' } } },
      '/schema/items/pattern',
    ],
    ['another source', { schema, source: { kind: 'ldap' } }, '/source/kind'],
    [
      'a pointer elsewhere',
      { schema, source: { kind: 'attribute', pointer: '/client/id' } },
      '/source/pointer',
    ],
    [
      'a pointer to all',
      { schema, source: { kind: 'attribute', pointer: '/user' } },
      '/source/pointer',
    ],
    [
      'a word that begins like one',
      { schema, source: { kind: 'attribute', pointer: '/users/x' } },
      '/source/pointer',
    ],
    ['no pointer', { schema, source: { kind: 'attribute' } }, '/source/pointer'],
    ['a broken pointer', { schema, source: { ...endpoint, pointer: '/a~2' } }, '/source/pointer'],
    [
      'a long pointer',
      { schema, source: { kind: 'attribute', pointer: `/user/${'x'.repeat(251)}` } },
      '/source/pointer',
    ],
    [
      'too little time',
      { schema, source: { ...endpoint, timeoutMilliseconds: 99 } },
      '/source/timeoutMilliseconds',
    ],
    [
      'too much time',
      { schema, source: { ...endpoint, timeoutMilliseconds: 3001 } },
      '/source/timeoutMilliseconds',
    ],
    [
      'too long a memory',
      { schema, source: { ...endpoint, cacheTtlSeconds: 3601 } },
      '/source/cacheTtlSeconds',
    ],
    [
      'too long a grace',
      { schema, source: { ...endpoint, staleIfErrorSeconds: 86_401 } },
      '/source/staleIfErrorSeconds',
    ],
    [
      'another member of a source',
      { schema, source: { kind: 'webhook', pointer: '/x' } },
      '/source',
    ],
    [
      'too many clients',
      { schema, clientIds: Array.from({ length: 51 }, (_, i) => `c${i}`) },
      '/clientIds',
    ],
    [
      'too many scopes',
      { schema, scopes: Array.from({ length: 21 }, (_, i) => `s${i}`) },
      '/scopes',
    ],
    ['a scope that is none', { schema, scopes: ['a b'] }, '/scopes/0'],
    ['no token', { schema, tokens: [] }, '/tokens'],
    ['another token', { schema, tokens: ['refresh_token'] }, '/tokens/0'],
    ['a default beside required', { schema, required: true, default: 'x' }, '/default'],
    ['null beside required', { schema, required: true, default: null }, '/default'],
    ['a long default', { schema, default: 'x'.repeat(8191) }, '/default'],
    ['a deep default', { schema, default: [[[[[[[[[[[]]]]]]]]]]] }, '/default'],
    ['a long description', { schema, description: 'x'.repeat(257) }, '/description'],
    ['another member', { schema, revision: 1 }, ''],
  ])('rejects %s', (_name, body, pointer) => {
    const { error } = WebhookClaimSchemaUpsertRequest.safeParse(body);
    expect(error?.issues.map(({ path }) => path.map((p) => `/${String(p)}`).join(''))).toEqual([
      pointer,
    ]);
  });
});
