import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { compileModel } from '../models/compiled-model.ts';
import type { RelationReferenceJson } from '../language/model-json.ts';
import { keyText, parseObject, parseSubject, subjectText } from '../keys/tuple-key.ts';
import { duplicateErrors, readKey, readTuple } from './tuple-rules.ts';

const types = (...directly_related_user_types: RelationReferenceJson[]) => ({
  directly_related_user_types,
});
const model = compileModel({
  schema_version: '1.1',
  type_definitions: [
    { type: 'user' },
    {
      type: 'group',
      relations: { member: { this: {} } },
      metadata: {
        relations: { member: types({ type: 'user' }, { type: 'group', relation: 'member' }) },
      },
    },
    {
      type: 'doc',
      relations: { viewer: { this: {} }, editor: { computedUserset: { relation: 'viewer' } } },
      metadata: {
        relations: {
          viewer: types(
            { type: 'user' },
            { type: 'user', wildcard: {} },
            { type: 'group', relation: 'member', condition: 'c' },
          ),
        },
      },
    },
  ],
  conditions: { c: { expression: 'n < 3', parameters: { n: { type_name: 'TYPE_NAME_INT' } } } },
});
const now = Date.parse('2026-01-01T00:00:00Z');
const c = (context?: Record<string, unknown>) => ({
  condition: { name: 'c', ...(context ? { context } : {}) },
});

type Row = [
  tuple: string,
  more: { condition?: { name: string; context?: Record<string, unknown> }; expiresAt?: string },
  fault: string | undefined,
];
const rows: Row[] = [
  ['user:a viewer doc:1', {}, undefined],
  ['user:* viewer doc:1', {}, undefined],
  ['group:g#member viewer doc:1', c({ n: 1 }), undefined],
  ['group:g#member viewer doc:1', c(), undefined],
  ['user:a viewer doc:1', { expiresAt: '2026-01-01T00:00:00.001Z' }, undefined],
  ['user:a viewer doc:1', { expiresAt: '2026-01-01T00:00:00.000Z' }, 'expired /t/expiresAt'],
  ['user:a viewer sheet:1', {}, 'type_not_found /t/object'],
  ['user:a owner doc:1', {}, 'relation_not_found /t/relation'],
  ['user:a editor doc:1', {}, 'not_assignable /t/relation'],
  ['robot:a viewer doc:1', {}, 'type_not_found /t/subject'],
  ['group:g#owner viewer doc:1', {}, 'relation_not_found /t/subject'],
  ['group:g viewer doc:1', {}, 'not_assignable /t/subject'],
  ['group:* viewer doc:1', {}, 'not_assignable /t/subject'],
  ['user:a viewer doc:1', c({ n: 1 }), 'condition_not_allowed /t/condition'],
  ['group:g#member viewer doc:1', {}, 'condition_not_allowed /t/condition'],
  [
    'group:g#member viewer doc:1',
    { condition: { name: 'd' } },
    'condition_not_allowed /t/condition',
  ],
  ['group:g#member viewer doc:1', c({ m: 1 }), 'condition_context_invalid /t/condition/context/m'],
  [
    'group:g#member viewer doc:1',
    c({ n: 'x' }),
    'condition_context_invalid /t/condition/context/n',
  ],
  [
    'group:g#member viewer doc:1',
    c({ n: 'x'.repeat(33_000) }),
    'condition_context_invalid /t/condition/context',
  ],
  ['group:g#member viewer doc:1', c({ n: '\0' }), 'invalid_format /t/condition/context'],
  ['group:g#member viewer doc:1', c({ n: '\ud800' }), 'invalid_format /t/condition/context'],
  ['group:g#member member group:g', {}, 'self_reference /t/subject'],
  ['group:h#member member group:g', {}, undefined],
  ['user viewer doc:1', {}, 'invalid_format /t/subject'],
  ['user:a viewer doc:*', {}, 'invalid_format /t/object'],
  ['user:a viewer doc', {}, 'invalid_format /t/object'],
  ['user:a self doc:1', {}, 'invalid_format /t/relation'],
];

describe('a tuple', () => {
  test.each(rows)('%s %j', (text, more, fault) => {
    const [subject = '', relation = '', object = ''] = text.split(' ');
    const read = readTuple(model, { subject, relation, object, ...more }, '/t', now);
    expect('errors' in read ? read.errors.map((e) => `${e.code} ${e.pointer}`) : []).toEqual(
      fault === undefined ? [] : [fault],
    );
  });
});

describe('keys', () => {
  const badIds = ['', '*', 'a b', 'a:b', 'a#b', 'a\u0000', 'a\u0085', '\ud800', 'a\u2028'];
  test.each(badIds)('an id of %j is refused', (id) => {
    expect(parseObject(`doc:${id}`)).toBeUndefined();
    if (id !== '*' && id !== 'a#b') expect(parseSubject(`doc:${id}`)).toBeUndefined();
  });
  test.each(['__proto__', 'constructor', 'prototype', 'this', 'self', 'a*', 'a@', ''])(
    'a type named %j is refused',
    (type) => expect(parseObject(`${type}:1`)).toBeUndefined(),
  );
  test.each([
    ['doc:*', true],
    ['doc:*#viewer', false],
    ['doc:1#viewer', true],
    ['doc:1#', false],
    ['doc:1#a#b', false],
    ['*:1', false],
    ['doc:a@b', true],
    ['doc:a*', true],
  ])('the subject %s', (text, isOne) => expect(parseSubject(text) !== undefined).toBe(isOne));

  test('lengths are code points, and inclusive', () => {
    expect(parseObject(`doc:${'😀'.repeat(252)}`)).toBeDefined();
    expect(parseObject(`doc:${'😀'.repeat(253)}`)).toBeUndefined();
    expect(parseSubject(`doc:${'a'.repeat(508)}`)).toBeDefined();
    expect(parseSubject(`doc:${'a'.repeat(509)}`)).toBeUndefined();
    expect(parseObject(`${'t'.repeat(254)}:1`)).toBeDefined();
    expect(parseObject(`${'t'.repeat(255)}:1`)).toBeUndefined();
  });
  test('composed and decomposed letters are different ids', () => {
    expect(
      keyText({
        object: { type: 'doc', id: 'é' },
        relation: 'r',
        subject: { type: 'user', id: 'a', wildcard: false },
      }),
    ).not.toBe(
      keyText({
        object: { type: 'doc', id: 'e\u0301' },
        relation: 'r',
        subject: { type: 'user', id: 'a', wildcard: false },
      }),
    );
  });
  test('parsing and formatting round-trips', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 30 }),
        fc.option(fc.string({ maxLength: 10 })),
        (id, relation) => {
          const text = `doc:${id}${relation === null ? '' : `#${relation}`}`;
          const subject = parseSubject(text);
          if (subject) expect(subjectText(subject)).toBe(text);
        },
      ),
    );
  });
  test('the same key twice, in one list or across two', () => {
    const read = readKey({ subject: 'user:a', relation: 'viewer', object: 'doc:1' }, '');
    if (!('key' in read)) throw new Error('the key is legal');
    expect(
      duplicateErrors([
        { base: '/writes', keys: [read.key, read.key] },
        { base: '/deletes', keys: [read.key] },
      ]).map((e) => `${e.code} ${e.pointer}`),
    ).toEqual(['duplicate_in_request /writes/1', 'duplicate_in_request /deletes/0']);
  });
});
