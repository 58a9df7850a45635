/** Numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
export type Random = () => number;

/** See {@link Random}. */
export function seeded(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The distribution of choices. */
export type Choice = 'uniform' | 'Zipf';

/**
 * Chooses among 0 to `count` - 1. With Zipf, rank r is chosen in proportion to 1 / r, and the ranks are scattered over all
 * numbers.
 */
export function chooser(choice: Choice, count: number, random: Random): () => number {
  if (choice === 'uniform') return () => Math.floor(random() * count);
  const sums = new Float64Array(count);
  for (let rank = 0, sum = 0; rank < count; rank++) sums[rank] = sum += 1 / (rank + 1);
  const stride = strideFor(count);
  return () => {
    const wanted = random() * (sums[count - 1] ?? 0);
    let [from, to] = [0, count - 1];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((sums[middle] as number) > wanted) to = middle;
      else from = middle + 1;
    }
    return (from * stride) % count;
  };
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** A step that visits them all, far apart. */
function strideFor(count: number): number {
  let stride = Math.max(1, Math.floor(count * 0.618));
  while (gcd(stride, count) !== 1) stride++;
  return stride;
}
