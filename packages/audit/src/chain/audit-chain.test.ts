import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chainHash, chainStart, commitmentOf, nextPlace, recordHash } from './chain.ts';
import type { FixedRecord } from './chain.ts';

const none = { actor: null, subject: null, details: null };
const aRecord = (seq: number, operationId: string): FixedRecord => ({
  tenantId: 'tnt_1',
  seq,
  recordedAt: '2026-11-22T00:00:00.000Z',
  operationId,
  commitments: none,
});
const headOf = (hashes: readonly string[]): string =>
  hashes.reduce((hash, one) => chainHash(hash, one), chainStart);

test('a record hash depends on every value, not on the order of members', () => {
  const record = aRecord(1, 'userDirectoryCreate');
  const turned = Object.fromEntries(Object.entries(record).reverse()) as FixedRecord;
  expect(recordHash(turned)).toBe(recordHash(record));
  expect(recordHash({ ...record, seq: 2 })).not.toBe(recordHash(record));
});

test('a commitment depends on the salt', () => {
  const value = { email: 'ada@example.com' };
  const [one, two] = ['AAAA', 'BBBB'].map((salt) => commitmentOf({ salt, value }));
  expect(one).not.toBe(two);
});

test('removing, inserting, replacing or moving a record changes the head', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string(), { minLength: 2, maxLength: 20 }),
      fc.nat(),
      fc.constantFrom('remove', 'insert', 'replace', 'swap'),
      (names, at, how) => {
        const hashes = names.map((name, i) => recordHash(aRecord(i + 1, name)));
        const i = at % (hashes.length - 1);
        const forged = [...hashes];
        const other = recordHash(aRecord(0, 'forged'));
        if (how === 'remove') forged.splice(i, 1);
        if (how === 'insert') forged.splice(i, 0, other);
        if (how === 'replace') forged[i] = other;
        if (how === 'swap') forged.splice(i, 2, hashes[i + 1]!, hashes[i]!);
        return headOf(forged) !== headOf(hashes);
      },
    ),
  );
});

test('a gap in the chain is an error', () => {
  const start = { seq: 4, hash: chainStart };
  expect(() => nextPlace(start, { seq: 6, recordHash: chainStart })).toThrow('record 5 is missing');
});
