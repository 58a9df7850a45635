/** Durations by percentile, in constant space. */
export interface Histogram {
  /** Adds a duration in microseconds. */
  add(micros: number): void;
  /** Microseconds at or below which this percentage lies; 0 when empty. */
  at(percent: number): number;
  readonly count: number;
}

const bits = 7;
const half = 1 << bits;

/** Buckets of equal width within each power of two, as HdrHistogram has them: values are kept to one part in 128. */
export function newHistogram(): Histogram {
  const counts = new Uint32Array(40 * half);
  let count = 0;

  const bucketOf = (value: number): number => {
    const power = Math.max(0, 31 - Math.clz32(value) - bits);
    return power * half + (value >>> power);
  };
  const topOf = (bucket: number): number => {
    const power = bucket < 2 * half ? 0 : Math.floor(bucket / half) - 1;
    return (bucket - power * half + 1) * 2 ** power - 1;
  };

  return {
    add(micros) {
      counts[bucketOf(Math.min(Math.max(0, Math.round(micros)), 2 ** 31 - 1))]!++;
      count++;
    },
    at(percent) {
      let left = Math.max(1, Math.ceil((count * percent) / 100));
      for (let bucket = 0; bucket < counts.length; bucket++) {
        left -= counts[bucket]!;
        if (left <= 0) return topOf(bucket);
      }
      return 0;
    },
    get count() {
      return count;
    },
  };
}
