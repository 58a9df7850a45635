import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { deleteCookie, parseCookies, setCookie } from './cookies.ts';

describe('setCookie', () => {
  test('is secure, hidden from scripts and limited to this host', () => {
    expect(setCookie('__Host-session', 'abc', { maxAgeSeconds: 60 })).toBe(
      '__Host-session=abc; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
  });

  test('meets the requirements of __Host-', () => {
    expect(() => setCookie('__Host-a', 'x', { path: '/login' })).toThrow(TypeError);
    expect(() => setCookie('__Host-a', 'x', { domain: 'example.com' })).toThrow(TypeError);
    expect(setCookie('__Secure-a', 'x', { domain: 'example.com', path: '/a' })).toContain('Secure');
  });

  test.each(['a b', 'a;b', 'a,b', 'ä', '"a"', 'a\r\nset-cookie: x', '%41'])(
    'refuses the value %j',
    (value) => {
      expect(() => setCookie('a', value)).toThrow(TypeError);
    },
  );

  test('rejects names and lengths that browsers do not store', () => {
    expect(() => setCookie('a=b', 'x')).toThrow(TypeError);
    expect(() => setCookie('', 'x')).toThrow(TypeError);
    expect(() => setCookie('a', 'x'.repeat(4_096))).toThrow(TypeError);
  });

  test('deletes under the same path and domain', () => {
    expect(deleteCookie('__Host-a')).toBe(
      '__Host-a=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
  });
});

describe('parseCookies', () => {
  test('reads the cookies that it sets', () => {
    expect([...parseCookies('a=1; b=x_y-z.~+/=')]).toEqual([
      ['a', '1'],
      ['b', 'x_y-z.~+/='],
    ]);
    expect(parseCookies(undefined).size).toBe(0);
  });

  test('omits cookies that it could not have set', () => {
    expect([...parseCookies('a=%41; b="x"; c d=1; e=ok; =f; g')]).toEqual([['e', 'ok']]);
  });

  test('leaves out a name that came twice', () => {
    expect([...parseCookies('a=mine; b=1; a=theirs')]).toEqual([['b', '1']]);
  });

  test('returns every cookie that setCookie accepts, and never throws', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_.~+/=-]{0,50}$/), (value) => {
        const [pair = ''] = setCookie('__Host-a', value).split(';');
        expect(parseCookies(pair).get('__Host-a')).toBe(value);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (header) => {
        for (const [name, value] of parseCookies(header))
          setCookie(name.replace('__Host-', ''), value);
      }),
    );
  });

  test('has no prototype properties', () => {
    expect(parseCookies('__proto__=x; constructor=y').get('toString')).toBeUndefined();
  });
});
