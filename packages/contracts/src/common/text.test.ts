import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { z } from 'zod';
import { CreateApplicationRequest } from '../hub/application.ts';
import { CreateOrganizationRequest } from '../directory/organization.ts';
import { CreateUserRequest } from '../directory/user.ts';
import { metadata } from './metadata.ts';
import { text } from './text.ts';

/** States the rule independently, by code point numbers. */
const isRefused = (s: string): boolean =>
  [...s].some((c) => {
    const n = c.codePointAt(0) as number;
    return (
      n < 0x20 ||
      (n >= 0x7f && n <= 0x9f) ||
      (n >= 0xd800 && n <= 0xdfff) ||
      (n >= 0x202a && n <= 0x202e) ||
      (n >= 0x2066 && n <= 0x2069)
    );
  });
const anyText = fc.string({
  unit: fc.oneof(
    { weight: 8, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '\u0000',
        '\t',
        '\n',
        '\u007f',
        '\u0085',
        '\u009f',
        '\u202a',
        '\u202e',
        '\u2066',
        '\u2069',
        '\ud800',
        '\udfff',
      ),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'e\u0301',
        '\u212b',
        '\u1100\u1161',
        'a',
        'é',
        '\u00a0',
        '\u200d',
        '\u2065',
      ),
    },
  ),
  maxLength: 12,
});

/** Every member of a body for text of the caller's choice, and how to set it. */
const members: [string, z.ZodType, (s: string) => unknown][] = [
  ...['externalId', 'username', 'displayName', 'nickname', 'title'].map(
    (name): [string, z.ZodType, (s: string) => unknown] => [
      `user ${name}`,
      CreateUserRequest,
      (s) => ({ [name]: s }),
    ],
  ),
  ...[
    'formatted',
    'givenName',
    'familyName',
    'middleName',
    'honorificPrefix',
    'honorificSuffix',
  ].map((part): [string, z.ZodType, (s: string) => unknown] => [
    `user name ${part}`,
    CreateUserRequest,
    (s) => ({ name: { [part]: s } }),
  ]),
  ['user e-mail', CreateUserRequest, (s) => ({ email: `${s}@x` })],
  [
    'user additional e-mail',
    CreateUserRequest,
    (s) => ({ additionalEmails: [{ email: `${s}@x` }] }),
  ],
  ['user metadata value', CreateUserRequest, (s) => ({ metadata: { a: [{ b: s }] } })],
  ['user metadata name', CreateUserRequest, (s) => ({ metadata: { a: { [`x${s}`]: 1 } } })],
  ['user picture', CreateUserRequest, (s) => ({ pictureUrl: `https://example.com/${s}` })],
  ['organization name', CreateOrganizationRequest, (s) => ({ name: s })],
  ['organization external id', CreateOrganizationRequest, (s) => ({ name: 'x', externalId: s })],
  ['organization domain', CreateOrganizationRequest, (s) => ({ name: 'x', primaryDomain: s })],
  [
    'organization metadata',
    CreateOrganizationRequest,
    (s) => ({ name: 'x', metadata: { [`x${s}`]: s } }),
  ],
  ['application name', CreateApplicationRequest, (s) => ({ type: 'web', name: s })],
  [
    'application metadata',
    CreateApplicationRequest,
    (s) => ({ type: 'web', name: 'x', metadata: { [`x${s}`]: s } }),
  ],
];

describe.each(members)('%s', (_name, schema, bodyOf) => {
  test('is either valid NFC text or rejected', () => {
    fc.assert(
      fc.property(anyText, (s) => {
        const { success, data } = schema.safeParse(bodyOf(s));
        if (isRefused(s)) expect(success).toBe(false);
        if (success)
          expect(JSON.stringify(data)).toContain(JSON.stringify(s.normalize('NFC')).slice(1, -1));
        if (success) expect(JSON.stringify(data)).toBe(JSON.stringify(data).normalize('NFC'));
      }),
      { numRuns: 300 },
    );
  });
});

describe('text', () => {
  test('has a length measured in code points after NFC', () => {
    fc.assert(
      fc.property(
        anyText.filter((s) => !isRefused(s)),
        (s) => {
          const count = [...s.normalize('NFC')].length;
          expect(text({ max: 4 }).safeParse(s).success).toBe(count >= 1 && count <= 4);
        },
      ),
    );
  });
});

describe('metadata', () => {
  const faultsOf = (value: unknown): string[] =>
    (metadata.safeParse(value).error?.issues ?? []).map((i) => i.path.join('/'));
  const nested = (depth: number): unknown =>
    JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
  test.each<[string, unknown, string[]]>([
    ['a line break', { a: 'x\ny' }, ['a']],
    ['a tab in a list', { a: ['x', 'a\tb'] }, ['a/1']],
    ['a bidi override in a name', { a: { 'b\u202e': 1 } }, ['a']],
    ['a control character in a name of its own', { 'b\u0000': 1 }, ['']],
    ['a name of the prototype', { a: { constructor: 1 } }, ['a/constructor']],
    ['__proto__ below', JSON.parse('{"a":{"__proto__":{"x":1}}}'), ['a/__proto__']],
    ['a name in two spellings', { é: 1, 'e\u0301': 2 }, ['é']],
    ['a name in two spellings of a third', { '\u212b': 1, 'A\u030a': 2 }, ['\u00c5']],
    ['what is nested too deep', nested(16), [Array(15).fill('a').join('/')]],
    ['two faults', { a: '\u0001', b: '\u0002' }, ['a', 'b']],
  ])('rejects %s', (_what, value, paths) => expect(faultsOf(value)).toEqual(paths));
  test('accepts any other JSON unchanged', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.stringMatching(/^[a-z]{1,8}$/).filter((k) => k !== 'constructor' && k !== 'prototype'),
          fc.jsonValue({ maxDepth: 4 }),
        ),
        (value) => {
          const { success, data } = metadata.safeParse(value);
          if (success) expect(data).toEqual(value);
          else
            expect(JSON.stringify(value)).toMatch(
              /\\u|[\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\\[bfnrt]|__proto__|constructor|prototype/,
            );
        },
      ),
    );
    expect(metadata.parse(nested(15))).toEqual(nested(15));
  });
});
