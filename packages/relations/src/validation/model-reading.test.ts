import { afterAll, describe, expect, test } from 'vitest';
import { asProblem } from '@platform/kit/problem';
import { dslWorker, refuseOpenBrackets } from '../language/dsl-worker.ts';
import type { ConditionJson, RelationReferenceJson, UsersetJson } from '../language/model-json.ts';
import { readCheckedModel } from './model-reading.ts';
import { nestingOf } from './model-rules.ts';

const limits = {
  maxObjectTypes: 3,
  maxRelationsPerType: 3,
  maxModelBytes: 2_000,
  maxRewriteNestingDepth: 2,
};
const worker = dslWorker();
afterAll(() => worker.close());

/** Codes and pointers of what is wrong; an empty list when nothing is. */
async function faultsOf(
  input: { dsl?: string; model?: unknown },
  more: Partial<typeof limits> = {},
): Promise<string[]> {
  try {
    await readCheckedModel(input, worker, { ...limits, ...more });
    return [];
  } catch (error) {
    return (asProblem(error).details.errors ?? [error as { pointer: string; code: string }]).map(
      (e) => `${e.code} ${e.pointer}`,
    );
  }
}
const self: UsersetJson = { this: {} };
const computed = (relation: string): UsersetJson => ({ computedUserset: { relation } });
const from = (relation: string, tupleset: string): UsersetJson => ({
  tupleToUserset: { tupleset: { relation: tupleset }, computedUserset: { relation } },
});
type Relations = Record<string, [UsersetJson, ...RelationReferenceJson[]]>;
const type = (name: string, relations: Relations = {}) => ({
  type: name,
  relations: Object.fromEntries(
    Object.entries(relations).map(([key, [userset]]) => [key, userset]),
  ),
  metadata: {
    relations: Object.fromEntries(
      Object.entries(relations).map(([key, [, ...references]]) => [
        key,
        { directly_related_user_types: references },
      ]),
    ),
  },
});
const user = { type: 'user' };
const model = (relations: Relations, conditions: Record<string, ConditionJson> = {}) => ({
  schema_version: '1.1',
  type_definitions: [type('user'), type('doc', relations)],
  conditions,
});
const withCondition = (
  expression: string,
  parameters: ConditionJson['parameters'] = { n: { type_name: 'TYPE_NAME_INT' } },
) =>
  model(
    { viewer: [self, { ...user, condition: 'c' }] },
    { c: { name: 'c', expression, parameters } },
  );

const doc = '/model/type_definitions/1';
const relationAt = `${doc}/relations/viewer`;
const typesAt = `${doc}/metadata/relations/viewer/directly_related_user_types`;
const expression = '/model/conditions/c/expression';

describe('the rules of a model', () => {
  const rows: [string, unknown, string[]][] = [
    [
      'a legal one',
      model({
        viewer: [self, user, { ...user, wildcard: {} }, { type: 'doc', relation: 'viewer' }],
      }),
      [],
    ],
    [
      'a tupleset with a condition is legal',
      {
        schema_version: '1.1',
        type_definitions: [
          type('user'),
          type('doc', {
            parent: [self, { type: 'doc', condition: 'c' }],
            viewer: [{ union: { child: [self, from('viewer', 'parent')] } }, user],
          }),
        ],
        conditions: {
          c: { name: 'c', expression: 'n < 3', parameters: { n: { type_name: 'TYPE_NAME_INT' } } },
        },
      },
      [],
    ],
    [
      'another schema',
      { ...model({}), schema_version: '1.2' },
      ['invalid_format /model/schema_version'],
    ],
    ['no schema', { type_definitions: [] }, ['required /model/schema_version']],
    [
      'no types',
      { schema_version: '1.1', type_definitions: [] },
      ['required /model/type_definitions'],
    ],
    ['an unknown member', { ...model({}), comment: 'x' }, ['unknown_member /model/comment']],
    [
      'two operators',
      model({ viewer: [{ ...self, ...computed('viewer') }, user] }),
      [`invalid_format ${relationAt}`],
    ],
    [
      'a union of nothing',
      model({ viewer: [{ union: { child: [] } }] }),
      [`required ${relationAt}/union/child`],
    ],
    [
      'a type that is defined twice',
      { schema_version: '1.1', type_definitions: [type('user'), type('user')] },
      ['already_exists /model/type_definitions/1/type'],
    ],
    [
      'a type name with a colon',
      { schema_version: '1.1', type_definitions: [type('a:b')] },
      ['invalid_format /model/type_definitions/0/type'],
    ],
    [
      'a relation named self',
      model({ self: [self, user] }),
      [`invalid_format ${doc}/relations/self`],
    ],
    [
      'a relation of 51 characters',
      model({ ['r'.repeat(51)]: [self, user] }),
      [`invalid_format ${doc}/relations/${'r'.repeat(51)}`],
    ],
    ['a relation of 50 characters', model({ ['r'.repeat(50)]: [self, user] }), []],
    [
      'a type that does not exist',
      model({ viewer: [self, { type: 'robot' }] }),
      [`type_not_found ${typesAt}/0/type`],
    ],
    [
      'a userset that does not exist',
      model({ viewer: [self, { type: 'user', relation: 'member' }] }),
      [`relation_not_found ${typesAt}/0/relation`],
    ],
    [
      'a condition that does not exist',
      model({ viewer: [self, { ...user, condition: 'c' }] }),
      [`not_found ${typesAt}/0/condition`],
    ],
    [
      'a condition that tuples carry',
      model({ viewer: [self, { ...user, condition: '$expression' }, user] }),
      [],
    ],
    [
      'a condition that tuples carry, declared',
      model(
        { viewer: [self, { ...user, condition: '$expression' }] },
        { $expression: { name: '$expression', expression: 'true' } },
      ),
      ['reserved /model/conditions/$expression'],
    ],
    ['a form twice', model({ viewer: [self, user, user] }), [`already_exists ${typesAt}/1`]],
    [
      'relation and wildcard',
      model({ viewer: [self, { type: 'doc', relation: 'viewer', wildcard: {} }] }),
      [`invalid_format ${typesAt}/0`],
    ],
    ['direct without types', model({ viewer: [self] }), [`required ${relationAt}`]],
    [
      'types without direct',
      model({ owner: [self, user], viewer: [computed('owner'), user] }),
      [`not_assignable ${relationAt}`],
    ],
    [
      'a computed relation that does not exist',
      model({ viewer: [computed('owner')] }),
      [`relation_not_found ${relationAt}/computedUserset/relation`],
    ],
    [
      'a tupleset that does not exist',
      model({ viewer: [from('viewer', 'parent')] }),
      [`relation_not_found ${relationAt}/tupleToUserset/tupleset/relation`],
    ],
    [
      'a tupleset that is computed',
      model({
        owner: [self, { type: 'doc' }],
        parent: [computed('owner')],
        viewer: [from('owner', 'parent')],
      }),
      [
        `invalid_format ${relationAt}/tupleToUserset/tupleset/relation`,
        `relation_not_found ${relationAt}/tupleToUserset/computedUserset/relation`,
      ],
    ],
    [
      'a tupleset of usersets',
      model({
        parent: [self, { type: 'doc', relation: 'viewer' }, { type: 'doc' }],
        viewer: [{ union: { child: [self, from('viewer', 'parent')] } }, user],
      }),
      [`invalid_format ${relationAt}/union/child/1/tupleToUserset/tupleset/relation`],
    ],
    [
      'nothing behind a tupleset',
      model({ parent: [self, user], viewer: [from('viewer', 'parent')] }),
      [`relation_not_found ${relationAt}/tupleToUserset/computedUserset/relation`],
    ],
    ['itself', model({ viewer: [computed('viewer')] }), [`invalid_format ${relationAt}`]],
    [
      'only its own userset',
      model({ viewer: [self, { type: 'doc', relation: 'viewer' }] }),
      [`invalid_format ${relationAt}`],
    ],
    [
      'an intersection with what nothing enters',
      model({
        x: [computed('x')],
        viewer: [{ intersection: { child: [self, computed('x')] } }, user],
      }),
      [`invalid_format ${doc}/relations/x`, `invalid_format ${relationAt}`],
    ],
    [
      'a cycle with an entry',
      model({
        editor: [{ union: { child: [self, computed('viewer')] } }, user],
        viewer: [computed('editor')],
      }),
      [`invalid_format ${doc}/relations/editor`, `invalid_format ${relationAt}`],
    ],
    ['a condition', withCondition('n < 3'), []],
    ['a condition that is no boolean', withCondition('n + 3'), [`invalid_format ${expression}`]],
    [
      'a condition of types that do not fit',
      withCondition('n == "3"'),
      [`invalid_format ${expression}`],
    ],
    ['a condition over an unknown name', withCondition('m < 3'), [`invalid_format ${expression}`]],
    ['a condition that cannot be read', withCondition('n <'), [`invalid_format ${expression}`]],
    [
      'a type of parameter that does not exist',
      withCondition('n < 3', { n: { type_name: 'TYPE_NAME_MONEY' } }),
      ['invalid_format /model/conditions/c/parameters/n'],
    ],
    [
      'a list of nothing',
      withCondition('true', { n: { type_name: 'TYPE_NAME_LIST' } }),
      ['invalid_format /model/conditions/c/parameters/n'],
    ],
    [
      'nested comprehensions',
      withCondition('l.all(a, l.exists(b, a == b))', {
        l: { type_name: 'TYPE_NAME_LIST', generic_types: [{ type_name: 'TYPE_NAME_INT' }] },
      }),
      [`model_too_complex ${expression}`],
    ],
    [
      'comprehensions one after the other',
      withCondition('l.filter(a, a > 1).exists(b, b == 2)', {
        l: { type_name: 'TYPE_NAME_LIST', generic_types: [{ type_name: 'TYPE_NAME_INT' }] },
      }),
      [],
    ],
    ['32 brackets', withCondition(`${'('.repeat(32)}n < 3${')'.repeat(32)}`), []],
    [
      '33 brackets',
      withCondition(`${'('.repeat(33)}n < 3${')'.repeat(33)}`),
      [`model_too_complex ${expression}`],
    ],
    ['254 nodes', withCondition(`${'n < 3 && '.repeat(63)}n < 3`), []],
    [
      '258 nodes',
      withCondition(`${'n < 3 && '.repeat(64)}n < 3`),
      [`model_too_complex ${expression}`],
    ],
    [
      'an expression over 2,048 bytes',
      withCondition(`n < 3 ${' '.repeat(2_043)}`),
      [`model_too_complex ${expression}`],
    ],
  ];
  test.each(rows)('%s', async (_, input, faults) =>
    expect(
      await faultsOf({ model: input }, { maxModelBytes: 10_000, maxRelationsPerType: 50 }),
    ).toEqual(faults),
  );
});

describe('the limits of a model, at the edge and one past', () => {
  const types = (n: number) => ({
    schema_version: '1.1',
    type_definitions: Array.from({ length: n }, (_, i) => type(`t${i}`)),
  });
  const relations = (n: number) =>
    model(
      Object.fromEntries(Array.from({ length: n }, (_, i) => [`r${i}`, [self, user]])) as Relations,
    );
  const nested = (n: number): UsersetJson =>
    n === 0 ? self : { union: { child: [nested(n - 1), self] } };
  test.each([
    ['types', types(3), []],
    ['types', types(4), ['max_object_types /model/type_definitions']],
    ['relations', relations(3), []],
    ['relations', relations(4), [`max_relations_per_type ${doc}/relations`]],
    ['nesting', model({ viewer: [nested(2), user] }), []],
    ['nesting', model({ viewer: [nested(3), user] }), [`max_rewrite_nesting_depth ${relationAt}`]],
  ])('%s', async (_, input, faults) => expect(await faultsOf({ model: input })).toEqual(faults));

  test('bytes of the canonical JSON, for both formats', async () => {
    const dsl =
      'model\n  schema 1.1\ntype user\ntype doc\n  relations\n    define viewer: [user]\n';
    const { bytes, model: json } = await readCheckedModel({ dsl }, worker, limits);
    for (const input of [{ dsl }, { model: json }]) {
      expect(await faultsOf(input, { maxModelBytes: bytes })).toEqual([]);
      expect(await faultsOf(input, { maxModelBytes: bytes - 1 })).toEqual([
        `max_model_bytes ${'dsl' in input ? '/dsl' : '/model'}`,
      ]);
    }
  });

  test('a union of three is nested once', () => {
    expect(nestingOf({ union: { child: [self, self, self] } })).toBe(1);
    expect(
      nestingOf({
        difference: {
          base: { union: { child: [self, { intersection: { child: [self, self] } }] } },
          subtract: self,
        },
      }),
    ).toBe(3);
  });
});

describe('the language', () => {
  test('errors have a line and a column', async () => {
    await expect(
      readCheckedModel(
        { dsl: 'model\n  schema 1.1\ntype user\n  relations\n    define x [user]\n' },
        worker,
        limits,
      ),
    ).rejects.toMatchObject({
      code: 'validation_failed',
      details: {
        errors: [
          {
            pointer: '/dsl',
            code: 'invalid_format',
            detail: expect.stringContaining('Line 5, column'),
          },
        ],
      },
    });
  });
  test('model errors name the relation', async () => {
    await expect(
      readCheckedModel(
        { dsl: 'model\n  schema 1.1\ntype user\ntype doc\n  relations\n    define x: [robot]\n' },
        worker,
        limits,
      ),
    ).rejects.toMatchObject({
      details: {
        errors: [
          { pointer: '/dsl', code: 'type_not_found', detail: expect.stringContaining('doc#x') },
        ],
      },
    });
  });
  const inline = (restriction: string, more = '') =>
    `model\n  schema 1.1\ntype user\ntype doc\n  relations\n    define viewer: [${restriction}]\n${more}`;
  test.each<[string, string, string[]]>([
    ['alone', inline('user with $expression'), []],
    ['among others', inline('user, user with  $expression, user:* with $expression'), []],
    ['over several lines', inline('\n      user with $expression,\n      user\n    '), []],
    [
      'beside names like what the parser is given',
      inline(
        'user with $expression, user with _inline0000, user with _inline0001',
        'condition _inline0000(a: string) {\n  a == "x"\n}\ncondition _inline0001(a: string) {\n  a == "user with $expression"\n}\n',
      ),
      [],
    ],
    [
      'declared',
      inline('user with $expression', 'condition $expression(a: string) {\n  a == "x"\n}\n'),
      ['invalid_format /dsl'],
    ],
    ['as a relation', inline('user').replace('viewer', '$expression'), ['invalid_format /dsl']],
    ['longer', inline('user with $expressions'), ['invalid_format /dsl']],
    ['without with', inline('user $expression'), ['invalid_format /dsl']],
  ])('$expression: %s', async (_, dsl, faults) => {
    expect([...new Set(await faultsOf({ dsl }))]).toEqual(faults);
    if (faults.length > 0) return;
    const { model: json, checksum } = await readCheckedModel({ dsl }, worker, limits);
    const [first] =
      json.type_definitions[1]?.metadata?.relations?.[
        'viewer'
      ]?.directly_related_user_types?.filter((r) => r.condition === '$expression') ?? [];
    expect(first).toEqual({ type: 'user', condition: '$expression' });
    const printed = await worker.print(json);
    expect(printed).not.toContain('user with _inline0002');
    expect((await readCheckedModel({ dsl: printed }, worker, limits)).checksum).toBe(checksum);
  });
  test('64 brackets can be nested, but not 65', () => {
    expect(() => refuseOpenBrackets('('.repeat(64))).not.toThrow();
    expect(() => refuseOpenBrackets('(['.repeat(33))).toThrow(/brackets/);
  });
  test('prototype names are rejected', async () => {
    expect(
      await faultsOf({
        dsl: 'model\n  schema 1.1\ntype user\n  relations\n    define __proto__: [user]\n',
      }),
    ).toEqual(['reserved /dsl']);
  });
  test('a parser that exceeds its limit is killed, and the next model is parsed', async () => {
    const hasty = dslWorker({ timeoutMs: 1 });
    const dsl = `model\n  schema 1.1\ntype user\n${Array.from({ length: 300 }, (_, i) => `type t${i}\n  relations\n    define r: [user] or (x and (y or z))\n`).join('')}`;
    await expect(hasty.parse(dsl)).rejects.toMatchObject({
      details: { errors: [{ code: 'model_too_complex' }] },
    });
    await hasty.close();
    expect(await worker.parse('model\n  schema 1.1\ntype user\n')).toMatchObject({
      schema_version: '1.1',
    });
  });
});
