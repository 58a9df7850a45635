import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { addressBytes } from '../ip/ip.ts';
import { addressCheck, isPublicAddress } from './addresses.ts';

const mayCall = (text: string, allowed: string[] = [], denied: string[] = []): boolean =>
  addressCheck(allowed, denied)(addressBytes(text)!);

describe('isPublicAddress', () => {
  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '169.254.170.2',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '100.100.100.200',
    '::',
    '::1',
    '::7f00:1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:a9fe:a9fe',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::a9fe:a9fe',
    '100::1',
    '2001::1',
    '2001:0:7f00:1::',
    '2001:10::1',
    '2001:20::1',
    '2001:1ff:ffff::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '2002:a9fe:a9fe::',
    '3fff::1',
    '3fff:fff:ffff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fdff::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'ff0e::1',
  ])('%s is not public', (text) => expect(mayCall(text)).toBe(false));

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '168.63.129.15',
    '168.63.129.17',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2003::1',
    '2606:4700:4700::1111',
    '2a00:1450::1',
    '3ffe::1',
    '3fff:1000::1',
  ])('%s is public', (text) => expect(mayCall(text)).toBe(true));

  test('is never true for IPv6 outside of 2000::/3, whatever it embeds', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        fc.pre(bytes[0]! >> 5 !== 1);
        expect(isPublicAddress(bytes)).toBe(false);
      }),
    );
  });
});

describe('addressCheck', () => {
  test.each<[string, string[], string[], boolean]>([
    ['10.0.0.1', ['10.0.0.0/8'], [], true],
    ['10.0.0.1', ['10.0.0.0/9'], ['10.0.0.0/24'], false],
    ['11.0.0.1', ['10.0.0.0/8'], [], true],
    ['8.8.8.8', [], ['8.8.8.0/24'], false],
    ['2001:4860::1', [], ['2001:4860::/32'], false],
    ['fd00::1', ['fd00::/8'], [], true],
    ['::ffff:10.0.0.1', ['10.0.0.0/8'], [], false],
    ['192.168.0.1', ['10.0.0.0/8'], [], false],
  ])('%s with %j allowed and %j denied: %s', (text, allowed, denied, expected) =>
    expect(mayCall(text, allowed, denied)).toBe(expected),
  );
});
