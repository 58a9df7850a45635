import { describe, expect, test } from 'vitest';
import { hostNameOf } from '@platform/kit/formats';
import { isApex, requireDomain, requireRpId } from './domain-name.ts';

const reserved = ['.platform.example.com', '.cname.platform.example.com'];

describe('a domain', () => {
  test.each([
    ['Login.Example.COM.', 'login.example.com'],
    ['login.münchen.example', 'login.xn--mnchen-3ya.example'],
    ['faß.example.com', 'xn--fa-hia.example.com'],
    ['xn--mnchen-3ya.example.com', 'xn--mnchen-3ya.example.com'],
  ])('%s is kept as %s', (text, domain) => {
    expect(requireDomain(text, reserved)).toBe(domain);
  });

  test.each([
    'https://login.example.com',
    'login.example.com:443',
    'login.example.com/x',
    '*.example.com',
    '_dmarc.example.com',
    '192.0.2.1',
    '0x7f.1',
    '[::1]',
    'localhost',
    'login..example.com',
    'a b.example.com',
    'user@example.com',
    `${'a'.repeat(64)}.example.com`,
    '%6cogin.example.com',
    '-x.example.com',
    '',
  ])('%s is not a domain', (text) => {
    expect(hostNameOf(text)).toBeUndefined();
    expect(() => requireDomain(text, reserved)).toThrow(/host name/);
  });

  test.each(['co.uk', 'github.io', 'platform.example.com', 'a.b.platform.example.com'])(
    '%s is not allowed',
    (text) => {
      expect(() => requireDomain(text, reserved)).toThrow(/public suffix|platform/);
    },
  );

  test('detects a zone apex', () => {
    expect([isApex('example.com'), isApex('login.example.com')]).toEqual([true, false]);
    expect(isApex('acme.github.io')).toBe(true);
  });
});

test('an RP ID is the domain or a parent, but not a public suffix', () => {
  const domain = 'login.eu.example.co.uk';
  expect(requireRpId(undefined, domain)).toBe(domain);
  for (const rpId of [domain, 'eu.example.co.uk', 'example.co.uk'])
    expect(requireRpId(rpId, domain)).toBe(rpId);
  for (const rpId of ['co.uk', 'other.example.co.uk', 'ple.co.uk', 'uk'])
    expect(() => requireRpId(rpId, domain)).toThrow(/registrable/);
});
