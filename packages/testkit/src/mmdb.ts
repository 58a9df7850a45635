import { addressBytes, parseCidr } from '@platform/kit/ip';

type Value = string | number | { [key: string]: Value };

/** Encodes a value: a control byte with type and size, then the bytes. */
function encoded(value: Value): Buffer {
  const headed = (type: number, size: number, ...rest: Buffer[]): Buffer =>
    Buffer.concat([
      Buffer.from(size < 29 ? [(type << 5) | size] : [(type << 5) | 29, size - 29]),
      ...rest,
    ]);
  if (typeof value === 'string') return headed(2, Buffer.byteLength(value), Buffer.from(value));
  if (typeof value === 'number')
    return headed(
      6,
      4,
      Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]),
    );
  return headed(
    7,
    Object.keys(value).length,
    ...Object.entries(value).flatMap(([key, member]) => [encoded(key), encoded(member)]),
  );
}

/** Returns the record of a country, or of an autonomous system given as `AS64500`. */
const contentOf = (value: string): Value =>
  /^AS\d+$/.test(value)
    ? { autonomous_system_number: Number(value.slice(2)) }
    : { country: { iso_code: value } };

/**
 * Builds a MaxMind file (format 2.0) that maps IPv4 and IPv6 networks to countries, or to systems
 * given as `AS64500`.
 */
export function mmdb(
  networks: Readonly<Record<string, string>>,
  databaseType = 'GeoLite2-Country',
): Buffer {
  const nodes: [number | string, number | string][] = [['', '']];
  for (const [cidr, country] of Object.entries(networks)) {
    const [address = '', prefix] = parseCidr(cidr).cidr.split('/');
    const bytes = addressBytes(address) as Uint8Array;
    // IPv4 is at ::/96.
    const bits = [
      ...(bytes.length === 4 ? Array.from({ length: 96 }, () => 0) : []),
      ...Array.from(
        { length: Number(prefix) },
        (_, i) => ((bytes[i >> 3] as number) >> (7 - (i & 7))) & 1,
      ),
    ];
    let at = 0;
    bits.forEach((bit, i) => {
      const node = nodes[at] as [number | string, number | string];
      if (i === bits.length - 1) node[bit] = country;
      else if (typeof node[bit] === 'number') at = node[bit] as number;
      else at = node[bit] = nodes.push(['', '']) - 1;
    });
  }
  const data: Buffer[] = [];
  const pointers = new Map<string, number>();
  for (const country of new Set(Object.values(networks))) {
    pointers.set(country, Buffer.concat(data).length);
    data.push(encoded(contentOf(country)));
  }
  const record = (value: number | string): number[] => {
    const n =
      typeof value === 'number'
        ? value
        : value === ''
          ? nodes.length
          : nodes.length + 16 + (pointers.get(value) as number);
    return [n >>> 16, (n >>> 8) & 255, n & 255];
  };
  return Buffer.concat([
    Buffer.from(nodes.flatMap(([left, right]) => [...record(left), ...record(right)])),
    Buffer.alloc(16),
    ...data,
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    encoded({
      node_count: nodes.length,
      record_size: 24,
      ip_version: 6,
      database_type: databaseType,
      binary_format_major_version: 2,
      binary_format_minor_version: 0,
      build_epoch: 1,
      languages: {},
      description: {},
    }),
  ]);
}
