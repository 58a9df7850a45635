import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['ada.lovelace@example.com', 'AL'],
  ['Ada King, Countess of Lovelace', 'AL'],
  ['王小明', '王'],
  ['élodie', 'É'],
  ['  ', ''],
  ['--- x', 'X'],
])('makes %j of %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
