import { expect, it } from 'vitest';
import { fieldPath, placeFindings } from './pointers.ts';

it.each([
  ['/email', 'email'],
  ['/urls/0/value', 'urls.0.value'],
  ['/a~1b/c~0d', 'a/b.c~d'],
  ['', ''],
])('reads the pointer %j as the path %j', (pointer, path) => {
  expect(fieldPath(pointer)).toBe(path);
});

it('places findings at their field, at the field that contains it, or at none', () => {
  const findings = [
    { pointer: '/email', detail: 'a' },
    { pointer: '/urls/0/value', detail: 'b' },
    { pointer: '/secret', detail: 'c' },
    { detail: 'd' },
  ];
  expect(placeFindings(findings, ['email', 'urls']).map(({ field }) => field)).toEqual([
    'email',
    'urls',
    undefined,
    undefined,
  ]);
});
