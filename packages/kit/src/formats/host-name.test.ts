import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostNameOf } from './host-name.ts';

describe('hostNameOf', () => {
  test.each([
    ['Example.COM', 'example.com'],
    ['login.example.com.', 'login.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['bu\u0308cher.example', 'xn--bcher-kva.example'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['a-b.c1.example', 'a-b.c1.example'],
  ])('writes %s as %s', (written, name) => {
    expect(hostNameOf(written)).toBe(name);
  });

  test.each([
    '',
    'localhost',
    '.example.com',
    'example..com',
    '-a.example',
    'a_b.example',
    '*.example.com',
    'a b.example',
    'a.example/x',
    'user@a.example',
    'a.example:443',
    'a%2e.example',
    '[::1]',
    '192.0.2.1',
    'a.0x7f',
    'a.1',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(127)}example`,
  ])('rejects %j', (written) => {
    expect(hostNameOf(written)).toBeUndefined();
  });

  test('gives a name that it leaves as it is', () => {
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        const name = hostNameOf(domain);
        return name === undefined || hostNameOf(name) === name;
      }),
    );
  });
});
