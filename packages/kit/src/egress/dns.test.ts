import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestDns } from '@platform/testkit/fake-dns';
import type { TestDns } from '@platform/testkit/fake-dns';
import fc from 'fast-check';
import { agreed } from './dns-answer.ts';
import type { DnsAnswer } from './dns-answer.ts';
import { dnsLookups } from './egress.ts';

let server: TestDns;
let other: TestDns;

beforeAll(async () => {
  [server, other] = await Promise.all([startTestDns(), startTestDns()]);
});
afterAll(() => Promise.all([server.stop(), other.stop()]));

const lookups = (more = {}) => dnsLookups({ servers: [server.address], timeoutMs: 3_000, ...more });

describe('lookups', () => {
  test('find records of each type, and join the strings of a TXT record', async () => {
    server.set('all.example', 'TXT', [['first ', 'half'], 'whole']);
    server.set('all.example', 'A', ['192.0.2.1']);
    server.set('all.example', 'AAAA', ['2001:db8::1']);
    server.set('www.example', 'CNAME', ['All.Example']);
    const dns = lookups();
    expect(await dns.txt('all.example')).toEqual({
      outcome: 'found',
      records: ['first half', 'whole'],
    });
    expect(await dns.a('all.example')).toEqual({ outcome: 'found', records: ['192.0.2.1'] });
    expect(await dns.aaaa('all.example')).toEqual({ outcome: 'found', records: ['2001:db8::1'] });
    expect(await dns.cname('www.example')).toEqual({ outcome: 'found', records: ['all.example'] });
  });

  test('distinguish names without records and missing names from inconclusive results', async () => {
    server.set('address-only.example', 'A', ['192.0.2.1']);
    server.fail('broken.example', 'servfail');
    server.fail('refused.example', 'refused');
    server.fail('silent.example', 'silent');
    const dns = lookups({ timeoutMs: 400, tries: 1 });
    expect(await dns.txt('address-only.example')).toEqual({ outcome: 'absent' });
    expect(await dns.txt('nowhere.example')).toEqual({ outcome: 'absent' });
    for (const name of ['broken.example', 'refused.example', 'silent.example'])
      expect([name, (await dns.txt(name)).outcome]).toEqual([name, 'inconclusive']);
  });

  test('query every server: conclusive answers must agree', async () => {
    const both = lookups({ servers: [server.address, other.address], timeoutMs: 1_000, tries: 1 });
    for (const dns of [server, other]) dns.set('same.example', 'TXT', ['b', 'a']);
    other.set('same.example', 'TXT', ['a', 'b']);
    expect((await both.txt('same.example')).outcome).toBe('found');
    server.set('differs.example', 'TXT', ['a']);
    expect(await both.txt('differs.example')).toEqual({
      outcome: 'inconclusive',
      reason: 'servers_disagree',
    });
    other.fail('differs.example', 'servfail');
    expect((await both.txt('differs.example')).outcome).toBe('found');
  });

  test('reject invalid servers at startup', () =>
    expect(() => dnsLookups({ servers: ['not an address'] })).toThrow());
});

test('agree independently of the order of answers, and ignore inconclusive ones', () => {
  const answer = fc.oneof(
    fc.constant<DnsAnswer>({ outcome: 'absent' }),
    fc.constant<DnsAnswer>({ outcome: 'inconclusive', reason: 'x' }),
    fc
      .array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 2 })
      .map((records): DnsAnswer => ({ outcome: 'found', records })),
  );
  fc.assert(
    fc.property(fc.array(answer, { minLength: 1, maxLength: 4 }), (answers) => {
      const conclusive = answers.filter((a) => a.outcome !== 'inconclusive');
      const contents = new Set(
        conclusive.map((a) => (a.outcome === 'found' ? a.records.toSorted().join() : 'absent')),
      );
      const expected = contents.size === 1 ? conclusive[0]?.outcome : 'inconclusive';
      expect(agreed(answers).outcome).toBe(expected);
      expect(agreed(answers.toReversed()).outcome).toBe(expected);
    }),
  );
});
