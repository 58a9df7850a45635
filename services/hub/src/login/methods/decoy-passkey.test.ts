import { describe, expect, it } from 'vitest';
import { decoyRank, hasDecoyPasskey } from './decoy-passkey.ts';

const key = Buffer.alloc(32, 7);
const ranks = Array.from({ length: 2_000 }, (_, i) => decoyRank(key, 'ten_a', `${i}@example.com`));
const shareOf = (isAskedFirst: boolean): number =>
  ranks.filter((rank) => hasDecoyPasskey({ decoyRank: rank }, isAskedFirst)).length / ranks.length;

describe('a decoy passkey', () => {
  it('is shown for one unknown identifier in eight, seven in eight if passkeys come first', () => {
    expect(shareOf(false)).toBeCloseTo(1 / 8, 1);
    expect(shareOf(true)).toBeCloseTo(7 / 8, 1);
  });

  it('depends on tenant, key and identifier, but not on case or surrounding blanks', () => {
    const rank = decoyRank(key, 'ten_a', 'ada@example.com');
    expect(decoyRank(key, 'ten_a', ' Ada@Example.com')).toBe(rank);
    expect(decoyRank(key, 'ten_b', 'ada@example.com')).not.toBe(rank);
    expect(decoyRank(Buffer.alloc(32, 8), 'ten_a', 'ada@example.com')).not.toBe(rank);
  });
});
