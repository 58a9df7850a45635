import { expect, it } from 'vitest';
import { hrefBelow } from './href-below.ts';

it.each([
  ['/users', '/console/users'],
  ['/', '/console'],
  ['https://example.com/x', 'https://example.com/x'],
  ['//example.com', '//example.com'],
  ['mailto:ada@example.com', 'mailto:ada@example.com'],
])('shows %s as %s', (href, shown) => {
  expect(hrefBelow('/console', href)).toBe(shown);
});
