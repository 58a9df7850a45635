const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

const encoder = new TextEncoder();

/** Returns the CRC-32 (IEEE 802.3) of the UTF-8 bytes of `text`. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of encoder.encode(text))
    crc = (table[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Number of partitions of the bus. Must never change: subjects contain the partition. */
export const partitions = 16;

/** Returns the partition of a tenant on the bus, in two digits: `crc32(tenantId) mod 16`. */
export const partitionOf = (tenantId: string): string =>
  String(crc32(tenantId) % partitions).padStart(2, '0');

/** Every partition, in order: `00` … `15`. */
export const allPartitions: readonly string[] = Array.from({ length: partitions }, (_, n) =>
  String(n).padStart(2, '0'),
);
