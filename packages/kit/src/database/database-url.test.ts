import { expect, test } from 'vitest';
import { addressOf, databaseServers, trustingUrl } from './database-url.ts';

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

test('a URL with several hosts names one server each, and needs the primary', () => {
  expect(
    databaseServers('postgresql://a:b%40c@db-1:5433,db-2,[::1]:5434/x?sslmode=verify-full'),
  ).toEqual({
    urls: [
      'postgresql://a:b%40c@db-1:5433/x?sslmode=verify-full',
      'postgresql://a:b%40c@db-2/x?sslmode=verify-full',
      'postgresql://a:b%40c@[::1]:5434/x?sslmode=verify-full',
    ],
    needsPrimary: true,
  });
});

test('one host needs the primary only if the URL says so', () => {
  expect(databaseServers('postgres://db/x')).toEqual({
    urls: ['postgres://db/x'],
    needsPrimary: false,
  });
  expect(databaseServers('postgres://db/x?target_session_attrs=read-write')).toEqual({
    urls: ['postgres://db/x'],
    needsPrimary: true,
  });
  expect(() => databaseServers('postgres://db/x?target_session_attrs=any')).toThrow(
    'must be read-write or primary, not any',
  );
});

test('a URL with several hosts can trust an authority', () => {
  expect(trustingUrl('postgres://a@db-1,db-2/x', '/ca.crt')).toBe(
    'postgres://a@db-1,db-2/x?sslmode=verify-full&sslrootcert=%2Fca.crt',
  );
});

test.each([
  ['postgres://a:b@db/x', 'db:5432'],
  ['postgres://db:5433/x', 'db:5433'],
  ['postgres://[::1]:5433/x', '::1:5433'],
])('the address of %s is %s', (url, expected) => {
  expect(addressOf(url)).toBe(expected);
});
