import { expect, it } from 'vitest';
import { shortened } from './shortened.ts';

it.each([
  ['usr_01h2xcejqtf2nbrexx3vqjhp41', 'usr_01h2…hp41'],
  ['short', 'short'],
])('shows %s as %s', (id, shown) => {
  expect(shortened(id)).toBe(shown);
});
