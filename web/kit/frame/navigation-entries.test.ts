import { Home } from 'lucide-react';
import { expect, it } from 'vitest';
import { currentEntry } from './navigation-entries.ts';

const groups = [
  {
    entries: ['/', '/users', '/sign-in', '/sign-in/flows'].map((href) => ({
      href,
      label: href,
      icon: Home,
    })),
  },
];

it.each([
  ['/', '/'],
  ['/users', '/users'],
  ['/users/usr_1/sign-in', '/users'],
  ['/users-of-another-name', '/'],
  ['/sign-in/flows/3', '/sign-in/flows'],
])('marks for %s the entry %s', (path, href) => {
  expect(currentEntry(groups, path)).toBe(href);
});
