import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const pairs = Array.from({ length: 1024 }, (_, i) => alphabet[i >> 5]! + alphabet[i & 31]!);

/** Encodes the 40 bits of two halves, five at a time. */
const text = (high20: number, low20: number): string =>
  pairs[high20 >>> 10]! + pairs[high20 & 1023]! + pairs[low20 >>> 10]! + pairs[low20 & 1023]!;

/**
 * Creates a generator of UUIDv7 (RFC 9562 §5.7) in the base32 of TypeID 0.3, strictly increasing:
 * 48 bits of milliseconds, then a 26-bit counter within a millisecond (§6.2, method 1), then 48
 * random bits. Draws random bytes in bulk and writes the text straight from the bits, since every
 * request needs an id.
 */
export function sortingSuffix(
  now: () => number = Date.now,
  random: (bytes: Buffer) => Buffer = randomFillSync,
  sequences = 2 ** 26,
): () => string {
  const pool = Buffer.alloc(10 * 256);
  let at = pool.length;
  let millis = -1;
  let stamp = '';
  let sequence = 0;

  function draw(): number {
    if (at >= pool.length) {
      random(pool);
      at = 0;
    }
    return (at += 10) - 10;
  }

  function setStamp(to: number): void {
    millis = to;
    const bits = Math.floor(millis / 2 ** 40);
    const [middle, low] = [Math.floor(millis / 2 ** 20) % 2 ** 20, millis % 2 ** 20];
    stamp = pairs[bits]! + text(middle, low);
  }

  return () => {
    const from = draw();
    const today = now();
    if (today > millis) {
      setStamp(today);
      // Leaves half of the range for counting.
      sequence = pool.readUInt32BE(from + 6) >>> 7;
    } else if (++sequence >= sequences) {
      setStamp(millis + 1);
      sequence = 0;
    }
    const [a, b] = [pool.readUIntBE(from, 3), pool.readUIntBE(from + 3, 3)];
    // Version 7 and the first 12 of the counter's 26 bits; variant 10 and the last 14; then the
    // random bits.
    const [first, second] = [sequence >>> 14, sequence & 0x3fff];
    return (
      stamp +
      text(0x70000 | (first << 4) | 0x8 | (second >>> 12), ((second & 0xfff) << 8) | (a >>> 16)) +
      text(((a & 0xffff) << 4) | (b >>> 20), b & 0xfffff)
    );
  };
}

const pairValues = new Map(pairs.map((pair, value) => [pair, value]));
const groups = [0, 1, 2, 3, 4, 5, 6] as const;

// Four base32 characters are five hexadecimal digits; seven such groups leave the highest bits
// unused.

/** Returns the suffix of a UUID in hyphenated form. */
export function suffixOf(uuid: string): string {
  const digits = `000${uuid.replaceAll('-', '')}`;
  return groups
    .map((i) => Number.parseInt(digits.slice(5 * i, 5 * i + 5), 16))
    .map((bits) => pairs[bits >>> 10]! + pairs[bits & 1023]!)
    .join('')
    .slice(2);
}

/** Returns the UUID of a well-formed suffix, in hyphenated form. */
export function uuidOfSuffix(suffix: string): string {
  const characters = `00${suffix}`;
  const digits = groups
    .map((i) =>
      (
        (pairValues.get(characters.slice(4 * i, 4 * i + 2))! << 10) |
        pairValues.get(characters.slice(4 * i + 2, 4 * i + 4))!
      )
        .toString(16)
        .padStart(5, '0'),
    )
    .join('')
    .slice(3);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
}
