import { emailKey } from '@platform/kit/formats';
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { identifiersOf } from './user-identifiers.ts';
import type { UserAttributes } from './user-record.ts';

const person = (attributes: Partial<UserAttributes>): UserAttributes =>
  ({
    email: null,
    emailVerified: false,
    additionalEmails: [],
    username: null,
    phoneNumber: null,
    phoneVerified: false,
    additionalPhoneNumbers: [],
    externalId: null,
    ...attributes,
  }) as UserAttributes;

/** The stored user name; undefined if the user is rejected. */
function storedName(username: string, email: string | null): string | undefined {
  try {
    return identifiersOf(person({ username, email })).find((i) => i.kind === 'username')?.value;
  } catch {
    return undefined;
  }
}

/** The spellings of a character that some Unicode mapping makes equal. */
function spellings(character: string): string[] {
  const wide = String.fromCodePoint((character.codePointAt(0) as number) + 0xfee0);
  const more: Record<string, string[]> = {
    '@': ['\uff20', '\ufe6b'],
    '.': ['\uff0e', '\u3002', '\uff61', '\u2024'],
    k: ['\u212a'],
    s: ['\u017f'],
    é: ['e\u0301'],
  };
  return [character, character.toUpperCase(), wide, ...(more[character] ?? [])];
}
const written = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(...[...text].map((c) => fc.constantFrom(...spellings(c))))
    .map((parts) => parts.join(''));

const addresses = [
  'boss@corp.example',
  'kiosk@corp.example',
  'andré@corp.example',
  'x@bücher.example',
];
const address = fc.constantFrom(...addresses);
const name = fc.oneof(
  fc.constantFrom(...addresses, 'x@localhost', 'a@b@corp.example').chain(written),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc
    .tuple(fc.string({ unit: 'binary', maxLength: 4 }), fc.constantFrom('@', '\uff20', '\ufe6b'))
    .map(([local, at]) => `${local}${at}corp.example`),
);

describe('identifiersOf', () => {
  test.each<[string, string | null]>([
    ['boss\uff20corp.example', null],
    ['boss\uff20corp.example', 'eve@corp.example'],
    ['boss@corp\uff0eexample', 'eve@corp.example'],
    ['x@localhost', null],
    ['x@localhost', 'x@corp.example'],
    ['@', null],
  ])('rejects %s as the user name of the user with the address %s', (username, email) =>
    expect(storedName(username, email)).toBeUndefined(),
  );

  test.each([
    ['boss\uff20corp.example', 'Boss@corp.example', 'boss@corp.example'],
    ['Boss', null, 'boss'],
  ])('accepts %s from the user with the address %s', (username, email, stored) =>
    expect(storedName(username, email)).toBe(stored),
  );

  test("stores no user name with an @ that is not the user's own address", () => {
    fc.assert(
      fc.property(name, fc.option(address), (username, email) => {
        const stored = storedName(username, email);
        if (!stored?.includes('@')) return true;
        return email !== null && emailKey(stored) === emailKey(email);
      }),
      { numRuns: 3_000 },
    );
  });

  test('gives no name with an @ to users of two different addresses', () => {
    fc.assert(
      fc.property(name, address, address, (username, one, other) => {
        const [a, b] = [storedName(username, one), storedName(username, other)];
        return a === undefined || b === undefined || !a.includes('@') || one === other;
      }),
      { numRuns: 3_000 },
    );
  });
});
