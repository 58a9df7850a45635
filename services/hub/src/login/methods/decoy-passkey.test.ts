import { describe, expect, it } from 'vitest';
import { decoyRank, hasDecoyPasskey } from './decoy-passkey.ts';

const key = Buffer.alloc(32, 7);
const ranks = Array.from({ length: 2_000 }, (_, i) => decoyRank(key, 'ten_a', `${i}@example.com`));
const shareOf = (isAskedFirst: boolean): number =>
  ranks.filter((rank) => hasDecoyPasskey({ decoyRank: rank }, isAskedFirst)).length / ranks.length;

describe('the decoy passkey of a stranger', () => {
  it('is there for one in eight, and for seven in eight where a passkey is asked for first', () => {
    expect(shareOf(false)).toBeCloseTo(1 / 8, 1);
    expect(shareOf(true)).toBeCloseTo(7 / 8, 1);
  });

  it('depends on the tenant, the key and the identifier, and not on how that is typed', () => {
    const rank = decoyRank(key, 'ten_a', 'ada@example.com');
    expect(decoyRank(key, 'ten_a', ' Ada@Example.com')).toBe(rank);
    expect(decoyRank(key, 'ten_b', 'ada@example.com')).not.toBe(rank);
    expect(decoyRank(Buffer.alloc(32, 8), 'ten_a', 'ada@example.com')).not.toBe(rank);
  });
});
