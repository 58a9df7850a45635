import { expect, it } from 'vitest';
import { operations } from '../generated/areas/users.ts';
import { progressBar } from './progress-bar.ts';
import { targetsOf, userOf } from './user-rows.ts';

const fields = operations.find(({ operationId }) => operationId === 'userDirectoryCreate')!.body!;
const user = (heading: string[], cells: string[], map = {}): object =>
  userOf(cells, targetsOf(heading, map, fields));

it.each<[string[], string[], object]>([
  [['email', 'displayName'], ['a@b.c', 'Ada'], { email: 'a@b.c', displayName: 'Ada' }],
  [
    ['Email', 'Display Name', 'given_name'],
    ['a@b.c', 'Ada', 'A'],
    { email: 'a@b.c', displayName: 'Ada', name: { givenName: 'A' } },
  ],
  [['email', 'emailVerified'], ['a@b.c', 'Yes'], { email: 'a@b.c', emailVerified: true }],
  [['email', 'phoneNumber'], ['a@b.c', ' '], { email: 'a@b.c' }],
  [['email', 'metadata.plan'], ['a@b.c', 'pro'], { email: 'a@b.c', metadata: { plan: 'pro' } }],
  [
    ['email', 'passwordHash.algorithm', 'passwordHash.value'],
    ['a@b.c', 'bcrypt', '$2b$x'],
    { email: 'a@b.c', passwordHash: { algorithm: 'bcrypt', value: '$2b$x' } },
  ],
])('%j with %j is a user', (heading, cells, expected) => {
  expect(user(heading, cells)).toEqual(expected);
});

it('columns are renamed and left out', () => {
  expect(user(['E-Mail', 'Internal'], ['a@b.c', 'x'], { 'E-Mail': 'email', Internal: '' })).toEqual(
    { email: 'a@b.c' },
  );
});

it('an unknown column is refused, with the nearest name', () => {
  expect(() => user(['emial'], [''])).toThrow('Did you mean email?');
});

it('a cell of the wrong type is refused with its property', () => {
  expect(() => user(['email', 'emailVerified'], ['a@b.c', 'perhaps'])).toThrow(
    'emailVerified: It must be true or false.',
  );
  expect(() => user(['status'], ['actve'])).toThrow('Did you mean active?');
});

it('the bar shows what is done, what failed and the time left', () => {
  expect(progressBar({ done: 1200, total: 2000, failed: 12, etaSeconds: 3 })).toBe(
    '[██████████████████░░░░░░░░░░░░]  60%  1,200 of 2,000  12 failed  3 s left',
  );
  expect(progressBar({ done: 5, total: null, failed: 0, etaSeconds: null })).toBe('5 users');
});
