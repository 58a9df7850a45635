import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isUnbroken, nextEntry } from './consent-history.ts';
import type { HistoryEntry } from './consent-history.ts';

const terms = {
  id: 'cns_1',
  subjectId: 'customer-1',
  purposeKey: 'newsletter',
  state: 'given' as const,
  version: 1,
  legalBasis: 'consent' as const,
  consentType: 'expressed' as const,
  clientId: null,
  language: 'en',
  jurisdiction: null,
  notices: [],
  collectionMethod: 'api' as const,
  givenAt: new Date(0),
  expiresAt: null,
  withdrawnAt: null,
  previousConsentId: null,
};

function historyOf(reasons: readonly string[]): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  for (const reason of reasons) {
    const personal = {
      givenBy: { type: 'subject' as const, id: 'customer-1' },
      evidence: {},
      metadata: { reason },
    };
    const act = {
      change: 'changed' as const,
      actor: { type: 'client' as const, id: 'app' },
      reason,
      at: new Date(entries.length),
      recordedAt: new Date(entries.length),
    };
    const place = {
      seq: entries.length + 1,
      previousHash: entries.at(-1)?.hash ?? null,
      salt: randomBytes(32),
    };
    entries.push(nextEntry({ ...terms, personal }, act, place));
  }
  return entries;
}

const histories = fc.array(fc.string(), { minLength: 1, maxLength: 8 }).map(historyOf);
const withIndex = histories.chain((entries) =>
  fc.tuple(fc.constant(entries), fc.nat(entries.length - 1)),
);

const replaced = (
  entries: HistoryEntry[],
  index: number,
  change: (entry: HistoryEntry) => HistoryEntry,
): HistoryEntry[] => entries.map((entry, i) => (i === index ? change(entry) : entry));

describe('isUnbroken', () => {
  it('is true for written entries, also after personal data has been removed', () => {
    fc.assert(
      fc.property(withIndex, ([entries, index]) => {
        const erased = replaced(entries, index, (e) => ({ ...e, personal: null, salt: null }));
        return isUnbroken(entries) && isUnbroken(erased);
      }),
    );
  });

  it('is false if an entry or its personal data was changed', () => {
    fc.assert(
      fc.property(withIndex, ([entries, index]) => {
        const forged = replaced(entries, index, (e) => ({
          ...e,
          entry: { ...e.entry, version: e.entry.version + 1 },
        }));
        const renamed = replaced(entries, index, (e) => ({
          ...e,
          personal: e.personal && { ...e.personal, subjectId: 'somebody-else' },
        }));
        return !isUnbroken(forged) && !isUnbroken(renamed);
      }),
    );
  });

  it('is false if an entry other than the last is missing', () => {
    fc.assert(
      fc.property(withIndex, ([entries, index]) => {
        const rest = entries.filter((_, i) => i !== index);
        return isUnbroken(rest) === (index === entries.length - 1);
      }),
    );
  });

  it('hashes differ between users with the same history', () => {
    const [one] = historyOf(['x']);
    const [two] = historyOf(['x']);
    expect(one?.hash).not.toBe(two?.hash);
  });
});
