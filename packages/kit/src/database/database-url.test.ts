import { expect, test } from 'vitest';
import { trustingUrl } from './database-url.ts';

test.each([
  ['postgres://a:b@db/x', '', 'postgres://a:b@db/x'],
  [
    'postgres://a:b%40@db:5433/x',
    '/ca/pg.crt',
    'postgres://a:b%40@db:5433/x?sslmode=verify-full&sslrootcert=%2Fca%2Fpg.crt',
  ],
  [
    'postgres://db/x?sslmode=require&sslrootcert=/own.crt',
    '/ca/pg.crt',
    'postgres://db/x?sslmode=require&sslrootcert=/own.crt',
  ],
])('%s with "%s"', (url, caPath, expected) => {
  expect(trustingUrl(url, caPath)).toBe(expected);
});
