import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { Problem } from '../problem/problem.ts';
import {
  addressBytes,
  addressText,
  canonicalAddress,
  clientAddress,
  decide,
  ipRule,
  parseCidr,
  rateKeyOf,
} from './ip.ts';

const bytesOf = (length: number): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength: length, maxLength: length });
const anyBytes = fc.oneof(bytesOf(4), bytesOf(16));
const number = (bytes: Uint8Array): bigint =>
  bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
const detailOf = (text: string): string => {
  try {
    return parseCidr(text).cidr;
  } catch (error) {
    if (error instanceof Problem) return error.body().detail ?? '';
    throw error;
  }
};

describe('canonicalAddress', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['0.0.0.0', '0.0.0.0'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:0db8::0001', '2001:db8::1'],
    ['2001:db8:0:1:0:0:0:1', '2001:db8:0:1::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['::', '::'],
    ['::1', '::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:c000:201', '192.0.2.1'],
    ['::192.0.2.1', '::c000:201'],
    ['', null],
    ['localhost', null],
    ['192.0.2', null],
    ['192.0.2.01', null],
    ['192.0.2.256', null],
    ['0x7f.0.0.1', null],
    ['0177.0.0.1', null],
    ['2130706433', null],
    ['192.0.2.1 ', null],
    ['[::1]', null],
    ['fe80::1%eth0', null],
    ['::ffff:192.0.2.01', null],
    ['1::2::3', null],
    ['12345::', null],
    ['１９２.0.2.1', null],
    ['192.0.2.1\n', null],
    ['192.0.2.1/32', null],
  ])('%j: %s', (text, expected) => expect(canonicalAddress(text)).toBe(expected));

  test('round-trips every address', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(addressBytes(addressText(bytes))).toEqual(bytes);
      }),
    );
  });
});

describe('parseCidr', () => {
  test.each([
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['192.0.2.7', '192.0.2.7/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['192.0.2.1/32', '192.0.2.1/32'],
    ['2001:DB8::/32', '2001:db8::/32'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['::/0', '::/0'],
    ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.7/32'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
    ['::ffff:c000:0207/128', '192.0.2.7/32'],
  ])('%s is %s', (text, cidr) =>
    expect(parseCidr(text)).toMatchObject({ cidr, family: cidr.includes(':') ? 'ipv6' : 'ipv4' }),
  );

  test.each([
    ['192.0.2.1/24', 'cidr has bits set beyond its prefix; use 192.0.2.0/24'],
    ['2001:db8::1/32', 'cidr has bits set beyond its prefix; use 2001:db8::/32'],
    ['::ffff:192.0.2.1/120', 'cidr has bits set beyond its prefix; use 192.0.2.0/24'],
    [
      '::ffff:192.0.2.0/95',
      'cidr must have a prefix length of at least 96, because the address is IPv4-mapped',
    ],
    ['192.0.2.0/33', 'cidr must have a prefix length of at most 32'],
    ['::/129', 'cidr must have a prefix length of at most 128'],
    ...[
      '192.0.2.0/',
      '192.0.2.0/024',
      '192.0.2.0/+24',
      '192.0.2.0/ 24',
      '192.0.2.0/24.0',
      '192.0.2.0/0x18',
      '192.0.2.0/-1',
      '192.0.2.0/255.255.255.0',
    ].map((text): [string, string] => [
      text,
      'cidr must have a decimal prefix length after the slash',
    ]),
    ...[
      '',
      '/',
      '/24',
      '10/8',
      '10.0/16',
      '010.0.0.0/8',
      '0xa.0.0.0/8',
      '167772160/8',
      '10.0.0.0-10.0.0.9',
      '10.0.0.0/8/8',
      ' 10.0.0.0/8',
      '10.0.0.*',
      'fe80::1%1',
      'fe80::%eth0/64',
      '[::1]/128',
      'all',
      `${'0'.repeat(40)}::/128`,
    ].map((text): [string, string] => [
      text,
      'cidr must be an IP address or network, such as 192.0.2.0/24 or 2001:db8::/32',
    ]),
  ])('%j: %s', (text, detail) => expect(detailOf(text)).toBe(detail));

  test('contains exactly the addresses that share its first bits', () => {
    fc.assert(
      fc.property(anyBytes, fc.nat(128), fc.nat(128), (address, wanted, turned) => {
        const width = address.length * 8;
        const bits = wanted % (width + 1);
        const network = (number(address) >> BigInt(width - bits)) << BigInt(width - bits);
        const text = addressText(
          Uint8Array.from({ length: address.length }, (_, i) =>
            Number((network >> BigInt(width - 8 - i * 8)) & 0xffn),
          ),
        );
        fc.pre(!text.startsWith('::ffff:') && canonicalAddress(text) === text);
        const cidr = parseCidr(`${text}/${bits}`);
        expect(cidr.contains(address)).toBe(true);
        const other = Uint8Array.from(address);
        const at = turned % width;
        other[at >> 3]! ^= 0x80 >> (at & 7);
        expect(cidr.contains(other)).toBe(at >= bits);
        expect(cidr.contains(new Uint8Array(address.length === 4 ? 16 : 4))).toBe(false);
      }),
    );
  });

  test('agrees with ipaddr.js where that is strict enough', () => {
    fc.assert(
      fc.property(bytesOf(4), bytesOf(4), fc.nat(32), (a, b, bits) => {
        const [address, network] = ipaddr.IPv4.parseCIDR(`${addressText(a)}/${bits}`);
        const cidr = ipaddr.IPv4.networkAddressFromCIDR(
          `${address.toString()}/${network}`,
        ).toString();
        expect(parseCidr(`${cidr}/${bits}`).contains(b)).toBe(
          ipaddr.fromByteArray([...b]).match(ipaddr.parseCIDR(`${cidr}/${bits}`)),
        );
      }),
    );
  });
});

describe('clientAddress', () => {
  const trustedProxies = ['10.0.0.0/8', '2001:db8:1::/48'].map((text) => parseCidr(text));
  test.each<[string, string | undefined, string[], string]>([
    ['the peer, when it is no proxy', '192.0.2.1', ['198.51.100.7'], '192.0.2.1'],
    [
      'the rightmost entry behind a proxy',
      '10.0.0.1',
      ['203.0.113.9, 198.51.100.7'],
      '198.51.100.7',
    ],
    ['behind two proxies', '10.0.0.1', ['203.0.113.9, 198.51.100.7, 10.0.0.2'], '198.51.100.7'],
    [
      'several fields in order',
      '10.0.0.1',
      ['203.0.113.9', '198.51.100.7,10.0.0.2'],
      '198.51.100.7',
    ],
    ['a mapped peer', '::ffff:10.0.0.1', ['::ffff:198.51.100.7'], '198.51.100.7'],
    ['an IPv6 proxy', '2001:db8:1::1', ['2001:DB8:2::7'], '2001:db8:2::7'],
    ['a port', '10.0.0.1', ['198.51.100.7:4711'], '198.51.100.7'],
    ['brackets and a port', '10.0.0.1', ['[2001:db8:2::7]:443'], '2001:db8:2::7'],
    ['brackets alone', '10.0.0.1', ['[2001:db8:2::7]'], '2001:db8:2::7'],
    ['the proxy itself, when nothing was forwarded', '10.0.0.1', [], '10.0.0.1'],
    ['the proxy itself, when the field is empty', '10.0.0.1', ['  '], '10.0.0.1'],
    ['the leftmost, when all are proxies', '10.0.0.1', ['10.0.0.3, 10.0.0.2'], '10.0.0.3'],
    ['unknown for a word', '10.0.0.1', ['198.51.100.7, unknown'], 'unknown'],
    ['unknown for an obfuscated name', '10.0.0.1', ['_hidden'], 'unknown'],
    ['unknown for an empty entry', '10.0.0.1', ['198.51.100.7,,10.0.0.2'], 'unknown'],
    ['unknown for short IPv4', '10.0.0.1', ['10.1'], 'unknown'],
    ['unknown for bracketed IPv4', '10.0.0.1', ['[198.51.100.7]'], 'unknown'],
    ['unknown for a zone', '10.0.0.1', ['fe80::1%1'], 'unknown'],
    [
      'never what stands further left',
      '10.0.0.1',
      ['not an address, 198.51.100.7'],
      '198.51.100.7',
    ],
    ['unknown when the socket is gone', undefined, ['198.51.100.7'], 'unknown'],
    ['a link-local peer without its zone', 'fe80::1%eth0', [], 'fe80::1'],
  ])('%s', (_, peer, forwardedFor, expected) =>
    expect(clientAddress({ peer, forwardedFor, trustedProxies })).toBe(expected),
  );

  test('ignores entries that a caller prepends', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (written) => {
        expect(
          clientAddress({
            peer: '10.0.0.1',
            forwardedFor: [...written, '198.51.100.7'],
            trustedProxies,
          }),
        ).toBe('198.51.100.7');
      }),
    );
  });
});

describe('rateKeyOf', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['unknown', 'unknown'],
  ])('%s: %s', (address, key) => expect(rateKeyOf(address)).toBe(key));
});

describe('decide', () => {
  const now = new Date('2026-11-20T06:00:00Z');
  const rule = (text: string, index: number): ReturnType<typeof ipRule> => {
    const [action, cidr, expiresAt] = text.split(' ');
    return ipRule({
      id: `ipr_${index}`,
      action: action === 'deny' ? 'deny' : 'allow',
      cidr: cidr!,
      expiresAt: expiresAt ?? null,
    });
  };
  const live = '2026-11-20T06:00:00.001Z';
  const over = '2026-11-20T06:00:00.000Z';
  test.each<[string[], string, string]>([
    [[], '192.0.2.1', 'allow null'],
    [[], 'unknown', 'allow null'],
    [['allow 192.0.2.0/24'], '192.0.2.1', 'allow ipr_0'],
    [['allow 192.0.2.0/24'], '192.0.3.1', 'deny null'],
    [['allow 192.0.2.0/24'], 'unknown', 'deny null'],
    [['deny 192.0.2.0/24'], '192.0.2.1', 'deny ipr_0'],
    [['deny 192.0.2.0/24'], '192.0.3.1', 'allow null'],
    [['deny 192.0.2.0/24'], 'unknown', 'deny null'],
    [['allow 192.0.2.1/32', 'deny 192.0.2.0/24'], '192.0.2.1', 'deny ipr_1'],
    [['allow 192.0.2.0/24', 'deny 192.0.2.1/32'], '192.0.2.2', 'allow ipr_0'],
    [['allow 192.0.3.0/24', 'allow 192.0.2.0/24'], '192.0.2.2', 'allow ipr_1'],
    [[`allow 192.0.2.0/24 ${over}`], '192.0.3.1', 'allow null'],
    [[`allow 192.0.2.0/24 ${live}`], '192.0.3.1', 'deny null'],
    [[`deny 192.0.2.0/24 ${over}`], '192.0.2.1', 'allow null'],
    [[`deny 192.0.2.0/24 ${over}`], 'unknown', 'allow null'],
    [['deny 192.0.2.0/24'], '::ffff:192.0.2.1', 'deny ipr_0'],
    [['deny ::ffff:192.0.2.0/120'], '192.0.2.1', 'deny ipr_0'],
    [['allow 0.0.0.0/0'], '2001:db8::1', 'deny null'],
    [['allow ::/0'], '192.0.2.1', 'deny null'],
    [['deny 0.0.0.0/0'], '2001:db8::1', 'allow null'],
    [['deny 2001:db8::/32'], '2001:db8::1', 'deny ipr_0'],
  ])('%j, %s: %s', (rules, address, expected) => {
    const { decision, ruleId } = decide(rules.map(rule), address, now);
    expect(`${decision} ${ruleId}`).toBe(expected);
  });

  test('does not depend on the order of the rules', () => {
    const small = fc
      .tuple(fc.constantFrom('allow', 'deny'), fc.nat(3), fc.integer({ min: 29, max: 30 }))
      .map(([action, last, bits]) =>
        rule(`${action} 192.0.2.${bits === 29 ? 0 : last & 1 ? 4 : 0}/${bits}`, last),
      );
    fc.assert(
      fc.property(fc.array(small, { maxLength: 6 }), fc.nat(8), (rules, last) => {
        const address = `192.0.2.${last}`;
        expect(decide([...rules].reverse(), address, now).decision).toBe(
          decide(rules, address, now).decision,
        );
      }),
    );
  });
});
