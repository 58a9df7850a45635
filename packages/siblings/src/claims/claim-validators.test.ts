import { describe, expect, test } from 'vitest';
import { claimFormats, claimSchemaFaults } from '@platform/contracts';
import fc from 'fast-check';
import { claimCompiler, claimValidators } from './claim-validators.ts';

const compile = claimCompiler();

describe('claimCompiler', () => {
  test.each<[Record<string, unknown>, unknown[], unknown[]]>([
    [{}, [null, 1, {}], []],
    [
      { type: 'integer', minimum: 1, exclusiveMaximum: 5 },
      [1, 4, 4.0],
      [0, 5, 1.5, '3', true, null],
    ],
    [{ type: 'number' }, [1.5], ['1.5', true]],
    [{ type: 'boolean' }, [true], ['true', 1, 0]],
    [{ type: ['string', 'null'], minLength: 1, maxLength: 2 }, [null, 'a', '😀😀'], ['', 'abc', 1]],
    [{ type: 'string', format: 'email' }, ['ann@example.com'], ['ann', 1]],
    [{ type: 'string', format: 'date-time' }, ['2026-11-20T05:41:00Z'], ['yesterday']],
    [{ type: 'string', format: 'date' }, ['2026-11-20'], ['2026-13-01', 'x', '']],
    [{ format: 'uuid' }, ['2ed6657d-e927-568b-95e1-2665a8aea6a2', 1], ['2ed6657d']],
    [{ enum: ['a', { b: [1] }] }, ['a', { b: [1] }], ['b', { b: [2] }]],
    [{ const: null }, [null], [0, '']],
    [
      { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 },
      [['a'], ['a', 'b']],
      [[], ['a', 1], ['a', 'b', 'c'], 'a'],
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        required: ['a'],
        additionalProperties: false,
      },
      [{ a: 'x' }],
      [{}, { a: 1 }, { a: 'x', b: 1 }, []],
    ],
    [
      { type: 'object', maxProperties: 1, additionalProperties: { type: 'number' } },
      [{}, { x: 1 }],
      [{ x: '1' }, { x: 1, y: 2 }],
    ],
  ])('%j', (schema, valid, invalid) => {
    expect(claimSchemaFaults(schema)).toEqual([]);
    expect(valid.map(compile(schema))).toEqual(valid.map(() => true));
    expect(invalid.map(compile(schema))).toEqual(invalid.map(() => false));
  });

  test.each<[Record<string, unknown>]>([
    [{ type: 'nonsense' }],
    [{ $ref: '#/nowhere' }],
    [{ $ref: 'https://elsewhere.example/' }],
    [{ format: 'no-such-format' }],
    [{ minLength: '1' }],
  ])('%j cannot be compiled', (schema) => {
    expect(() => compile(schema)).toThrow();
  });

  test('does not modify the value', () => {
    const value = { a: '1' };
    compile({ properties: { a: { type: 'number' }, b: { const: 1 } } })(value);
    expect(value).toEqual({ a: '1' });
  });

  const name = fc.stringMatching(/^[a-z"'\\$\n]{1,6}$/);
  const leaf = fc.record(
    {
      type: fc.constantFrom('string', 'number', 'integer', 'object', 'array', ['boolean', 'null']),
      enum: fc.uniqueArray(fc.jsonValue({ maxDepth: 2 }), {
        minLength: 1,
        maxLength: 3,
        selector: (v) => JSON.stringify(v),
      }),
      const: fc.jsonValue({ maxDepth: 2 }),
      format: fc.constantFrom(...claimFormats),
      minLength: fc.nat(9),
      maxLength: fc.nat(9),
      minItems: fc.nat(9),
      maxProperties: fc.nat(9),
      minimum: fc.double({ noNaN: true, noDefaultInfinity: true }),
      exclusiveMaximum: fc.integer(),
      required: fc.uniqueArray(name, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  );
  const nested = fc
    .tuple(
      leaf,
      fc.record(
        {
          items: fc.oneof(leaf, fc.boolean()),
          additionalProperties: fc.oneof(leaf, fc.boolean()),
          properties: fc.dictionary(name, leaf, { maxKeys: 3 }),
        },
        { requiredKeys: [] },
      ),
    )
    .map(([own, inner]): Record<string, unknown> => ({ ...own, ...inner }));

  test.each(['valueOf', 'toString', 'constructor', 'hasOwnProperty'])(
    'a value with a member %s is a value',
    (name) => {
      const value = { [name]: [] };
      expect([
        compile({ const: {} })(value),
        compile({ enum: [{ a: 1 }] })(value),
        compile({ type: 'object' })(value),
      ]).toEqual([false, false, true]);
    },
  );

  test('compiles any schema that can be stored', () => {
    fc.assert(
      fc.property(nested, fc.jsonValue(), (schema, value) => {
        fc.pre(claimSchemaFaults(schema).length === 0);
        expect(typeof compile(schema)(value)).toBe('boolean');
      }),
      { numRuns: 200 },
    );
  });

  test.each(claimFormats)('%s is checked quickly, however long the text', (format) => {
    const isValid = compile({ type: 'string', format });
    const texts = [
      'a',
      '1',
      '.',
      '-',
      ':',
      '/',
      '%41',
      'a.',
      'a@a.',
      '1:',
      'P1',
      'https://a',
      '~0/',
      '{a}',
      'P1D',
      ' ',
      'http://a:',
    ].flatMap((part) => [
      part.repeat(65_536 / part.length),
      `${part.repeat(65_536 / part.length)}!`,
      `a@${part.repeat(60_000 / part.length)}`,
      `https://[${part.repeat(60_000 / part.length)}`,
    ]);
    const began = process.cpuUsage();
    for (const text of texts) isValid(text);
    // CPU time, which does not depend on the load of the machine.
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });
});

describe('claimValidators', () => {
  const text = JSON.stringify;

  test('compiles each text once, and keeps the most recently used ones', () => {
    const compiled: unknown[] = [];
    const validatorOf = claimValidators({
      max: 2,
      compile: (schema) => {
        compiled.push(schema.type);
        return compile(schema);
      },
    });
    for (let i = 0; i < 3; i++) expect(validatorOf('{"type":"string"}')('x')).toBe(true);
    expect(validatorOf('{"type":"number"}')('x')).toBe(false);
    expect(compiled).toEqual(['string', 'number']);
    validatorOf('{"type":"string"}');
    validatorOf('{"type":"array"}');
    validatorOf('{"type":"string"}');
    expect(compiled).toEqual(['string', 'number', 'array']);
    validatorOf('{"type":"number"}');
    expect(compiled).toEqual(['string', 'number', 'array', 'number']);
  });

  test.each([
    '{',
    'null',
    '1',
    '"x"',
    'true',
    '[]',
    '',
    '{"type":"nonsense"}',
    '{"$ref":"#/nowhere"}',
    '{"format":"no-such-format"}',
  ])('no value is valid under %s', (schema) => {
    expect([1, 'x', null, {}].map(claimValidators()(schema))).toEqual([false, false, false, false]);
  });

  test.each(['https://x.example/', 'https://json-schema.org/draft/2020-12/schema'])(
    'schemas that share the id %s are two, and harm no other',
    ($id) => {
      const validatorOf = claimValidators();
      expect(validatorOf(text({ $id, type: 'integer' }))(1)).toBe(true);
      expect(validatorOf(text({ $id, type: 'string' }))(1)).toBe(false);
      expect(validatorOf(text({ $ref: $id }))(1)).toBe(validatorOf(text({ $ref: $id }))('x'));
      expect(validatorOf(text({ type: 'integer' }))(1)).toBe(true);
    },
  );
});
