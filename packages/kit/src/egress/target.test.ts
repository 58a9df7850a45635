import { describe, expect, test } from 'vitest';
import { egress, EgressRefused } from './egress.ts';
import type { EgressOptions } from './egress.ts';

const told = (options: EgressOptions, url: string): string => {
  try {
    return egress(options).checkUrl(url).href;
  } catch (error) {
    if (error instanceof EgressRefused) return error.code;
    throw error;
  }
};
const webhooks: EgressOptions = { profile: 'webhooks', platformDomain: '.platform.example' };

describe('checkUrl of webhooks', () => {
  test.each([
    ['https://hooks.example.com', 'https://hooks.example.com/'],
    ['https://hooks.example.com:443/a?b=c', 'https://hooks.example.com/a?b=c'],
    ['https://HOOKS.example.com:8443/', 'https://hooks.example.com:8443/'],
    ['https://hooks.example.com:1024/', 'https://hooks.example.com:1024/'],
    ['https://ex%61mple.com/', 'https://example.com/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://ｅｘａｍｐｌｅ.com/', 'https://example.com/'],
    ['https://example.com./', 'https://example.com./'],
    ['https://notplatform.example/', 'https://notplatform.example/'],
    ['https:\\\\hooks.example.com\\a', 'https://hooks.example.com/a'],
    ['https://hooks.example.com/..%2f..', 'https://hooks.example.com/..%2f..'],
    ['', 'invalid_format'],
    ['hooks.example.com', 'invalid_format'],
    ['https://', 'invalid_format'],
    ['https://exa mple.com', 'invalid_format'],
    ['https://example.com:99999/', 'invalid_format'],
    [`https://example.com/${'a'.repeat(2048)}`, 'invalid_format'],
    ['https://1.2.3.4.5/', 'invalid_format'],
    ['https://0x100000000/', 'invalid_format'],
    ['https://[::1%25eth0]/', 'invalid_format'],
    ['https://256.1.1.1/', 'invalid_format'],
    ...[
      'http://hooks.example.com/',
      'ftp://example.com/',
      'file:///etc/passwd',
      'gopher://example.com/',
      'javascript:alert(1)',
      'data:,x',
      'ws://example.com/',
      'wss://example.com/',
      'ldap://example.com/',
      'unix:/var/run/docker.sock',
      'blob:https://example.com/x',
      '//example.com'.replace(/^/, 'dict:'),
    ].map((url): [string, string] => [url, 'scheme_not_allowed']),
    ...[
      'https://user@example.com/',
      'https://user:pass@example.com/',
      'https://:pass@example.com/',
      'https://example.com@127.0.0.1/',
      'https://hooks.example.com%40127.0.0.1@evil.example/',
    ].map((url): [string, string] => [url, 'userinfo_not_allowed']),
    ['https://example.com/#a', 'fragment_not_allowed'],
    ['https://example.com/#', 'fragment_not_allowed'],
    // Every spelling of an IP literal.
    ...[
      '127.0.0.1',
      '127.1',
      '127.0.1',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
      '0x7f.0x0.0x0.0x1',
      '0177.0.0.1',
      '017700000001',
      '0177.1',
      '127.0.0.1.',
      '0',
      '0.0.0.0',
      '１２７.０.０.１',
      '①②⑦.⓪.⓪.①',
      '127。0。0。1',
      '127.0.0.%31',
      '%31%32%37.0.0.1',
      '169.254.169.254',
      '2852039166',
      '0xa9fea9fe',
      '0251.0376.0251.0376',
      '8.8.8.8',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:ffff:7f00:1]',
      '[::7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[2001:0:7f00:1::]',
      '[fd00:ec2::254]',
      '[fe80::1]',
      '[2606:4700:4700::1111]',
    ].map((host): [string, string] => [`https://${host}/`, 'host_not_allowed']),
    ...[
      'localhost',
      'LOCALHOST',
      'localhost.',
      'ｌｏｃａｌｈｏｓｔ',
      'foo.localhost',
      'metadata',
      'metadata.google.internal',
      'metadata.google.internal.',
      'printer.local',
      'directory.platform.svc',
      'directory.platform.svc.cluster.local',
      'platform.example',
      'acme.platform.example',
      'ACME.Platform.Example.',
      'a.b.platform.example',
      'a..example.com',
      'example.com..',
    ].map((host): [string, string] => [`https://${host}/`, 'host_not_allowed']),
    ...[22, 25, 80, 1, 0, 444, 1023, 853].map((port): [string, string] => [
      `https://example.com:${port}/`,
      'port_not_allowed',
    ]),
  ])('%s: %s', (url, expected) => expect(told(webhooks, url)).toBe(expected));

  test('removes tabs and line breaks before its checks', () => {
    expect(told(webhooks, 'https://127.0\n.0.1/')).toBe('host_not_allowed');
    expect(told(webhooks, ' https://exa\tmple.com/ ')).toBe('https://example.com/');
  });
});

describe('rules that an operator can lift', () => {
  test.each<[string, EgressOptions, string, string]>([
    [
      'an allowed host skips the host rules',
      { ...webhooks, allowedHosts: ['receiver'] },
      'https://receiver:8443/',
      'https://receiver:8443/',
    ],
    [
      'exactly that host',
      { ...webhooks, allowedHosts: ['receiver'] },
      'https://receiver.svc/',
      'host_not_allowed',
    ],
    [
      'nothing below it',
      { ...webhooks, allowedHosts: ['internal'] },
      'https://a.internal/',
      'host_not_allowed',
    ],
    [
      'not the scheme',
      { ...webhooks, allowedHosts: ['receiver'] },
      'http://receiver:8443/',
      'scheme_not_allowed',
    ],
    [
      'not the port',
      { ...webhooks, allowedHosts: ['receiver'] },
      'https://receiver:22/',
      'port_not_allowed',
    ],
    [
      'not the user info',
      { ...webhooks, allowedHosts: ['receiver'] },
      'https://a@receiver/',
      'userinfo_not_allowed',
    ],
    [
      'a literal when listed as such',
      { ...webhooks, allowedHosts: ['127.0.0.1'] },
      'https://2130706433/',
      'https://127.0.0.1/',
    ],
    [
      'an IPv6 literal too',
      { ...webhooks, allowedHosts: ['::1'] },
      'https://[0:0::1]/',
      'https://[::1]/',
    ],
    [
      'no literal through its network',
      { ...webhooks, allowedNetworks: ['127.0.0.0/8'] },
      'https://127.0.0.1/',
      'host_not_allowed',
    ],
    [
      'http for development',
      { ...webhooks, allowInsecureHttp: true },
      'http://hooks.example.com:8080/',
      'http://hooks.example.com:8080/',
    ],
    [
      'http for development, not on 80',
      { ...webhooks, allowInsecureHttp: true },
      'http://hooks.example.com/',
      'port_not_allowed',
    ],
    [
      'http for development, not elsewhere',
      { profile: 'clients', allowInsecureHttp: true },
      'http://example.com:8080/',
      'scheme_not_allowed',
    ],
    [
      'a trusted origin',
      { profile: 'federation', trustedOrigins: ['http://localhost:4000/base'] },
      'http://localhost:4000/x',
      'http://localhost:4000/x',
    ],
    [
      'no other port of a trusted origin',
      { profile: 'federation', trustedOrigins: ['https://localhost:8443'] },
      'https://localhost:8444/x',
      'port_not_allowed',
    ],
  ])('%s', (_, options, url, expected) => expect(told(options, url)).toBe(expected));

  test.each([
    '*',
    '*.example.com/',
    'example.com:443',
    'https://example.com',
    'a/b',
    'user@host',
    '',
  ])('%j cannot be an allowed host', (host) => {
    if (host === '*')
      return expect(told({ ...webhooks, allowedHosts: [host] }, 'https://a.internal/')).toBe(
        'host_not_allowed',
      );
    expect(() => egress({ ...webhooks, allowedHosts: [host] })).toThrow(TypeError);
  });
});

describe('the other profiles', () => {
  test.each<[EgressOptions, string, string]>([
    [{ profile: 'claims-webhook' }, 'https://single/', 'https://single/'],
    [{ profile: 'claims-webhook' }, 'http://product-api/', 'scheme_not_allowed'],
    [
      { profile: 'claims-webhook', plainHttpHosts: ['product-api'] },
      'http://product-api/',
      'http://product-api/',
    ],
    [
      { profile: 'claims-webhook', plainHttpHosts: ['product-api'] },
      'http://product-api:8082/',
      'http://product-api:8082/',
    ],
    [
      { profile: 'claims-webhook', plainHttpHosts: ['product-api'] },
      'http://product-api:81/',
      'port_not_allowed',
    ],
    [
      { profile: 'claims-webhook', plainHttpHosts: ['product-api'] },
      'http://product-api.evil.example/',
      'scheme_not_allowed',
    ],
    [{ profile: 'claims-webhook' }, 'https://127.0.0.1/', 'host_not_allowed'],
    [{ profile: 'hooks' }, 'https://localhost/', 'host_not_allowed'],
    [{ profile: 'federation' }, 'https://idp.example:8443/', 'https://idp.example:8443/'],
    [{ profile: 'federation' }, 'https://idp.example:9443/', 'port_not_allowed'],
    [{ profile: 'federation' }, 'https://[fd00::1]/', 'host_not_allowed'],
    [{ profile: 'clients' }, 'http://example.com/', 'scheme_not_allowed'],
    [{ profile: 'connectors' }, 'https://idp.example/', 'https://idp.example/'],
    [{ profile: 'assets' }, 'https://2130706433/logo.png', 'host_not_allowed'],
    [{ profile: 'compliance' }, 'https://receiver.example/', 'https://receiver.example/'],
  ])('%j, %s: %s', (options, url, expected) => expect(told(options, url)).toBe(expected));
});
