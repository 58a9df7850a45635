import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { originFault, redirectUriFault } from './redirect-uri.ts';

const types = ['web', 'spa', 'native', 'm2m', 'device'] as const;
const host = fc.domain();
const rest = fc.webPath();

describe('redirectUriFault', () => {
  test.each([
    ['https://a.example/cb', 'web'],
    ['https://a.example', 'spa'],
    ['https://a.example:8443/cb?x=1&y=%23', 'web'],
    ['HTTPS://a.example/', 'web'],
    ['https://192.0.2.1/cb', 'web'],
    ['http://localhost/cb', 'web'],
    ['http://127.0.0.1:4711/', 'spa'],
    ['http://[::1]/', 'native'],
    ['http://localhost/', 'native'],
    ['https://localhost/cb', 'web'],
    ['http://LOCALHOST:1/', 'web'],
    ['com.example.app:/cb', 'native'],
    ['com.example.app://cb/x', 'native'],
    ['com.example.app:cb', 'native'],
  ] as const)('accepts %s for type %s', (uri, type) =>
    expect(redirectUriFault(uri, type)).toBeUndefined(),
  );

  test.each([
    ['', 'web', 'an absolute URI'],
    ['/cb', 'web', 'an absolute URI'],
    ['a.example/cb', 'web', 'an absolute URI'],
    ['https://', 'web', 'an absolute URI'],
    ['https:a.example', 'web', 'an absolute URI'],
    ['https:/a.example', 'web', 'an absolute URI'],
    ['https:///a.example', 'web', 'an absolute URI'],
    ['https:\\\\a.example', 'web', 'an absolute URI'],
    ['https://a.example\\@evil.example/', 'web', 'an absolute URI'],
    [' https://a.example', 'web', 'an absolute URI'],
    ['https://a.example/\n', 'web', 'an absolute URI'],
    ['https://ä.example/', 'web', 'an absolute URI'],
    ['https://a.example/#', 'web', 'a fragment'],
    ['https://a.example/cb#x', 'web', 'a fragment'],
    ['com.example.app:/#x', 'native', 'a fragment'],
    ['https://*.example/', 'web', 'a wildcard'],
    ['https://a.example/*', 'web', 'a wildcard'],
    ['com.example.app:/*', 'native', 'a wildcard'],
    ['https://user@a.example/', 'web', 'user information'],
    ['https://u:p@a.example/', 'web', 'user information'],
    ['https://@a.example/', 'web', 'user information'],
    ['http://a.example/', 'native', 'https'],
    ['http://localhost.evil.example/', 'web', 'https'],
    ['http://127.0.0.1.evil.example/', 'web', 'https'],
    ['http://0.0.0.0/', 'web', 'https'],
    ['http://192.168.0.1/', 'web', 'https'],
    ['myapp:/cb', 'native', 'a dot'],
    ['javascript:alert(1)', 'native', 'a dot'],
    ['data:text/html,x', 'web', 'a dot'],
    ['file:///etc/passwd', 'native', 'a dot'],
    ['http://127.0.0.1:0/cb', 'native', 'port 0'],
    ['http://[::1]:00/cb', 'native', 'port 0'],
    ['http://localhost:0/cb', 'web', 'port 0'],
    ['https://localhost/cb', 'native', 'http for a loopback host'],
    ['https://127.0.0.1:8443/', 'native', 'http for a loopback host'],
    ['https://[::1]/', 'native', 'http for a loopback host'],
    ['com.example.app:/cb', 'web', 'type native'],
    ['com.example.app:/cb', 'spa', 'type native'],
  ] as const)('rejects %j for type %s with a fault that mentions "%s"', (uri, type, fault) =>
    expect(redirectUriFault(uri, type)).toContain(fault),
  );

  test('accepts https with any host and path', () => {
    fc.assert(
      fc.property(host, rest, fc.constantFrom(...types), (name, path, type) => {
        fc.pre(!/[*\\|^`]/.test(path));
        expect(
          redirectUriFault(
            `https://${name}${path.startsWith('/') || path === '' ? path : `/${path}`}`,
            type,
          ),
        ).toBeUndefined();
      }),
    );
  });

  test('accepts only absolute URIs without fragment, wildcard or user information that are safe to redirect to', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.webUrl({
        withFragments: true,
        withQueryParameters: true,
        validSchemes: ['http', 'https', 'ftp', 'com.example'],
      }),
      fc
        .tuple(
          fc.constantFrom('https:', 'http:', 'javascript:', 'com.a:', 'a:'),
          fc.constantFrom('', '/', '//', '///', '\\\\'),
          fc.string(),
          fc.constantFrom('', '#', '*', '@localhost'),
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(anything, fc.constantFrom(...types), (text, type) => {
        fc.pre(redirectUriFault(text, type) === undefined);
        const url = new URL(text);
        expect([url.hash, url.username, url.password]).toEqual(['', '', '']);
        expect(text).not.toMatch(/[#*\s\\]/);
        if (url.protocol === 'http:')
          expect(['localhost', '127.0.0.1', '[::1]']).toContain(url.hostname);
        else if (url.protocol !== 'https:')
          expect([type, url.protocol.includes('.')]).toEqual(['native', true]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('gives the same result for a web URL with every type', () => {
    fc.assert(
      fc.property(
        fc.webUrl(),
        fc.constantFrom(...types),
        fc.constantFrom(...types),
        (url, one, other) => {
          expect(redirectUriFault(url, one)).toBe(redirectUriFault(url, other));
        },
      ),
    );
  });
});

describe('originFault', () => {
  test.each([
    'https://a.example',
    'https://a.example:8443',
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://[::1]:8080',
  ])('accepts %s', (origin) => expect(originFault(origin)).toBeUndefined());
  test.each([
    'https://a.example/',
    'https://A.example',
    'https://a.example:443',
    'http://a.example',
    'null',
    '*',
    'com.example.app:',
    'https://*.a.example',
    'https://u@a.example',
  ])('rejects %s', (origin) => {
    expect(originFault(origin)).toBeDefined();
  });
});
