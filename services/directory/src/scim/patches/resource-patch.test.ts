import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ResourceSchema } from '../schemas/attribute.ts';
import { patchOperations } from './patch-request.ts';
import { patchedResource, resourceOf } from './resource-patch.ts';
import { enterpriseUrn, userUrn } from '../../scim-urns.ts';
import { enterpriseSchema, userSchema } from '../schemas/user-schema.ts';

const schema: ResourceSchema = {
  resourceType: 'User',
  collection: 'Users',
  core: userSchema,
  extensions: [enterpriseSchema],
};

const work = { type: 'work', value: 'w@example.com', primary: true };
const home = { type: 'home', value: 'h@example.com' };
const user = {
  userName: 'ada',
  active: true,
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  emails: [work, home],
  [enterpriseUrn]: { department: 'Engines', manager: { value: '1' } },
};

const patched = (...Operations: object[]): Record<string, unknown> =>
  patchedResource(schema, user, patchOperations({ Operations }));

function refusal(...Operations: object[]): unknown {
  try {
    patched(...Operations);
    return undefined;
  } catch (error) {
    const { details, code } = error as { details: { members?: object }; code: string };
    return (details.members as { scimType?: string } | undefined)?.scimType ?? code;
  }
}

describe('patchedResource', () => {
  test.each([
    ['a plain attribute', { op: 'replace', path: 'userName', value: 'x' }, { userName: 'x' }],
    ['any case', { op: 'Add', path: 'USERNAME', value: 'x' }, { userName: 'x' }],
    ['a number for text', { op: 'add', path: 'title', value: 7 }, { title: '7' }],
    [
      'a sub-attribute',
      { op: 'replace', path: 'name.givenName', value: 'B' },
      { name: { givenName: 'B', familyName: 'Lovelace' } },
    ],
    [
      'a part of a complex attribute',
      { op: 'replace', path: 'name', value: { GIVENNAME: 'B' } },
      { name: { givenName: 'B', familyName: 'Lovelace' } },
    ],
    [
      'removal of a sub-attribute',
      { op: 'remove', path: 'name.givenName' },
      { name: { familyName: 'Lovelace' } },
    ],
    ['removal', { op: 'Remove', path: 'name' }, { name: undefined }],
    ['null', { op: 'replace', path: 'name', value: null }, { name: undefined }],
    [
      'a path behind the URN of the core schema',
      { op: 'replace', path: `${userUrn}:displayName`, value: 'x' },
      { displayName: 'x' },
    ],
    [
      'an extension attribute',
      { op: 'add', path: `${enterpriseUrn}:department`, value: 'x' },
      { [enterpriseUrn]: { department: 'x', manager: { value: '1' } } },
    ],
    [
      'a manager as text',
      { op: 'add', path: `${enterpriseUrn}:manager`, value: '2' },
      { [enterpriseUrn]: { department: 'Engines', manager: { value: '2' } } },
    ],
    [
      'an extension as a whole',
      { op: 'remove', path: enterpriseUrn },
      { [enterpriseUrn]: undefined },
    ],
    ['"False" of Entra', { op: 'Replace', path: 'active', value: 'False' }, { active: false }],
    ['a list of one', { op: 'replace', path: 'active', value: [false] }, { active: false }],
    [
      'a value in an object',
      { op: 'replace', path: 'active', value: [{ value: 'False' }] },
      { active: false },
    ],
    [
      'a value that the path selects',
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'x@example.com' },
      { emails: [{ ...work, value: 'x@example.com' }, home] },
    ],
    [
      'a value that the path selects by a text in place of a boolean',
      { op: 'replace', path: 'emails[primary eq "True"].value', value: 'x@example.com' },
      { emails: [{ ...work, value: 'x@example.com' }, home] },
    ],
    [
      'a value that is not there yet',
      { op: 'add', path: 'emails[type eq "other"].value', value: 'x@example.com' },
      { emails: [work, home, { type: 'other', value: 'x@example.com' }] },
    ],
    [
      'a value that is not there yet as a member of an object',
      { op: 'replace', value: { 'emails[type eq "other"].value': 'x@example.com' } },
      { emails: [work, home, { type: 'other', value: 'x@example.com' }] },
    ],
    [
      'the first value of an attribute',
      { op: 'add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1' },
      { phoneNumbers: [{ type: 'mobile', value: '+1', primary: true }] },
    ],
    [
      'removal of selected values',
      { op: 'remove', path: 'emails[type eq "work"]' },
      { emails: [home] },
    ],
    [
      'removal of what is not there',
      { op: 'remove', path: 'emails[type eq "other"].value' },
      { emails: [work, home] },
    ],
    [
      'removal of named values',
      { op: 'remove', path: 'emails', value: [{ value: 'h@example.com' }] },
      { emails: [work] },
    ],
    [
      'addition to a list, once',
      { op: 'add', path: 'emails', value: [home, { value: 'x@example.com' }] },
      { emails: [work, home, { value: 'x@example.com' }] },
    ],
    [
      'another primary value',
      { op: 'add', path: 'emails', value: { value: 'x@example.com', primary: true } },
      { emails: [{ ...work, primary: false }, home, { value: 'x@example.com', primary: true }] },
    ],
    [
      'replacement of a list',
      { op: 'replace', path: 'emails', value: [{ value: 'x@example.com' }] },
      { emails: [{ value: 'x@example.com' }] },
    ],
    [
      'no path',
      {
        op: 'replace',
        value: {
          id: 'ignored',
          schemas: ['ignored'],
          Title: 'x',
          'name.givenName': 'B',
          [`${enterpriseUrn}:department`]: 'y',
          'emails[type eq "home"].value': 'z@example.com',
          unknown: 1,
        },
      },
      {
        id: undefined,
        title: 'x',
        name: { givenName: 'B', familyName: 'Lovelace' },
        [enterpriseUrn]: { department: 'y', manager: { value: '1' } },
        emails: [work, { ...home, value: 'z@example.com' }],
        unknown: undefined,
      },
    ],
    [
      'an extension without a path',
      { op: 'add', value: { [enterpriseUrn]: { costCenter: '9' } } },
      { [enterpriseUrn]: { department: 'Engines', manager: { value: '1' }, costCenter: '9' } },
    ],
  ] as [string, object, Record<string, unknown>][])('takes %s', (_what, operation, expected) => {
    const after = patched(operation);
    expect({ ...after, ...expected }).toEqual(after);
    for (const name of Object.keys(expected)) expect(after[name]).toEqual(expected[name]);
  });

  test.each([
    ['noTarget', { op: 'remove' }],
    ['noTarget', { op: 'add', path: 'emails[value co "nobody"].value', value: 'y' }],
    ['noTarget', { op: 'replace', path: 'emails[type eq "other"].value', value: 'y@example.com' }],
    ['noTarget', { op: 'Replace', path: 'emails[type eq "other"]', value: { value: 'y' } }],
    ['noTarget', { op: 'replace', path: 'phoneNumbers[type eq "mobile"].value', value: '+1' }],
    ['invalidSyntax', { op: 'move', path: 'title', value: 'x' }],
    ['invalidPath', { op: 'replace', path: 'nothing', value: 'x' }],
    ['invalidPath', { op: 'replace', path: '__proto__', value: {} }],
    ['invalidPath', { op: 'replace', path: '__proto__.polluted', value: 'x' }],
    ['invalidPath', { op: 'add', path: 'constructor.prototype.polluted', value: 'x' }],
    ['invalidPath', { op: 'add', path: 'toString', value: 'x' }],
    ['invalidPath', { op: 'add', path: 'name[type eq "x"]', value: 'x' }],
    ['invalidPath', { op: 'add', path: 'emails[type eq "work"].__proto__', value: 'x' }],
    ['invalidFilter', { op: 'remove', path: 'emails[nothing eq "x"]' }],
    ['mutability', { op: 'replace', path: 'id', value: 'x' }],
    ['mutability', { op: 'add', path: 'groups', value: [{ value: 'x' }] }],
    ['invalidValue', { op: 'replace', path: 'active', value: 'yes' }],
    ['invalidValue', { op: 'replace', path: 'active', value: 1 }],
    ['invalidValue', { op: 'replace', path: 'userName', value: ['a', 'b'] }],
    ['invalidValue', { op: 'replace', path: 'title', value: 'a\u0000b' }],
    ['invalidValue', { op: 'add' }],
    ['invalidValue', { op: 'add', value: 'x' }],
  ])('rejects with %s: %j', (type, operation) => expect(refusal(operation)).toBe(type));

  test('rejects an empty list of operations, and more than a thousand', () => {
    expect(refusal()).toBe('invalidSyntax');
    const one = { op: 'add', path: 'title', value: 'x' };
    expect(refusal(...Array.from({ length: 1_001 }, () => one))).toBe('payload_too_large');
  });

  test('pollutes no prototype and changes nothing in place', () => {
    const before = structuredClone(user);
    const name = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'emails');
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
    const op = fc.constantFrom('add', 'replace', 'remove');
    fc.assert(
      fc.property(op, path, fc.jsonValue(), (kind, at, value) => {
        refusal({ op: kind, path: at, value });
        refusal({ op: kind, value: { [at]: value } });
        return Object.keys(Object.prototype).length === 0;
      }),
    );
    expect(user).toEqual(before);
  });

  test('adds a value once if it is added twice', () => {
    const value = fc.record({ type: fc.constantFrom('work', 'other'), value: fc.emailAddress() });
    fc.assert(
      fc.property(value, (email) => {
        const add = { op: 'add', path: 'emails', value: [email] };
        return (
          JSON.stringify(patched(add, add)['emails']) === JSON.stringify(patched(add)['emails'])
        );
      }),
    );
  });
});

describe('resourceOf', () => {
  test('keeps the attributes that the schema lists, with its names', () => {
    expect(
      resourceOf(schema, {
        schemas: [userUrn],
        id: 'mine',
        meta: {},
        USERNAME: 'ada',
        password: 'secret',
        favourite: 'x',
        emails: [{ value: 'a@example.com', primary: 'true', note: 'x' }, null],
        photos: [],
        name: {},
        [enterpriseUrn.toUpperCase()]: { Department: 'x' },
      }),
    ).toEqual({
      userName: 'ada',
      emails: [{ value: 'a@example.com', primary: true }],
      [enterpriseUrn]: { department: 'x' },
    });
  });
});
