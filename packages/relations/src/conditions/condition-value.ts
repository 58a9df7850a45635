import { create } from '@bufbuild/protobuf';
import { DurationSchema, TimestampSchema } from '@bufbuild/protobuf/wkt';
import { celUint } from '@bufbuild/cel';
import type { CelInput } from '@bufbuild/cel';
import ipaddr from 'ipaddr.js';
import type { ParameterType } from './compiled-condition.ts';

/** Lists and maps have at most this many items. */
export const maxItems = 1_000;

/** A value that does not convert. */
export class UnfitValue extends Error {}

const unfit = (expected: string): never => {
  throw new UnfitValue(`must be ${expected}`);
};

function integer(value: unknown, low: bigint, high: bigint, expected: string): bigint {
  const isWhole =
    typeof value === 'number'
      ? Number.isInteger(value)
      : typeof value === 'string' && /^-?\d{1,20}$/.test(value);
  const n = isWhole ? BigInt(value as number | string) : undefined;
  return n !== undefined && n >= low && n <= high ? n : unfit(expected);
}

function double(value: unknown): number {
  const n =
    typeof value === 'string' && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value)
      ? Number(value)
      : value;
  return typeof n === 'number' && Number.isFinite(n) ? n : unfit('a finite number');
}

const rfc3339 = /^(\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})$/;

function timestamp(value: unknown): CelInput {
  const parts = typeof value === 'string' ? rfc3339.exec(value) : null;
  const milliseconds = parts ? Date.parse(`${parts[1]}${parts[3]}`.toUpperCase()) : Number.NaN;
  if (!parts || Number.isNaN(milliseconds)) return unfit('an RFC 3339 time');
  return create(TimestampSchema, {
    seconds: BigInt(milliseconds / 1000),
    nanos: Number((parts[2] ?? '').padEnd(9, '0')),
  });
}

const nanosOf: Record<string, bigint> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

/** Go's `time.ParseDuration`: `1h30m`, `-1.5s`, `0`; at most 64 bits of nanoseconds. */
function duration(value: unknown): CelInput {
  const expected = 'a duration such as 1h30m';
  if (typeof value !== 'string' || value.length > 64) return unfit(expected);
  const [, sign, amount = ''] = /^([+-]?)(.*)$/s.exec(value) ?? [];
  if (!/^(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/.test(amount))
    return unfit(expected);
  let nanos = 0n;
  for (const [, whole, fraction = '', unit = 's'] of amount.matchAll(
    /(\d*)\.?(\d*)(ns|us|µs|μs|ms|s|m|h)/g,
  )) {
    const size = nanosOf[unit] as bigint;
    nanos +=
      BigInt(whole || '0') * size +
      (BigInt(fraction || '0') * size) / 10n ** BigInt(fraction.length);
  }
  if (nanos >= 2n ** 63n) return unfit(expected);
  if (sign === '-') nanos = -nanos;
  return create(DurationSchema, {
    seconds: nanos / 1_000_000_000n,
    nanos: Number(nanos % 1_000_000_000n),
  });
}

/** An address in one spelling; IPv4-mapped IPv6 is IPv4. */
export function ipAddress(value: unknown): string {
  if (
    typeof value !== 'string' ||
    !(ipaddr.IPv4.isValidFourPartDecimal(value) || ipaddr.IPv6.isValid(value)) ||
    value.includes('%')
  )
    return unfit('an IP address');
  return ipaddr.process(value).toString();
}

/** True when the address (as {@link ipAddress} gives it) lies in the range. */
export function isInCidr(address: string, cidr: string): boolean {
  const [ip, prefix] = ipaddr.parseCIDR(cidr);
  const mapped = ip.kind() === 'ipv6' && (ip as ipaddr.IPv6).isIPv4MappedAddress() && prefix >= 96;
  const range: [ipaddr.IPv4 | ipaddr.IPv6, number] = mapped
    ? [(ip as ipaddr.IPv6).toIPv4Address(), prefix - 96]
    : [ip, prefix];
  const parsed = ipaddr.process(address);
  return parsed.kind() === range[0].kind() && parsed.match(range as [ipaddr.IPv4, number]);
}

function anything(value: unknown): CelInput {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return double(value);
  if (Array.isArray(value))
    return value.length <= maxItems
      ? value.map(anything)
      : unfit(`a list of at most ${maxItems} items`);
  return entriesOf(value, anything);
}

function entriesOf(value: unknown, convert: (item: unknown) => CelInput): CelInput {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return unfit('a map');
  const entries = Object.entries(value);
  if (entries.length > maxItems) return unfit(`a map of at most ${maxItems} entries`);
  return new Map(entries.map(([key, item]) => [key, convert(item)]));
}

/** A JSON value as a value of CEL; throws {@link UnfitValue}. JSON numbers become int only when integral and within 64 bits. */
export function celValue(type: ParameterType, value: unknown): CelInput {
  switch (type.name) {
    case 'any':
      return anything(value);
    case 'bool':
      return typeof value === 'boolean' ? value : unfit('true or false');
    case 'string':
      return typeof value === 'string' ? value : unfit('a string');
    case 'int':
      return integer(value, -(2n ** 63n), 2n ** 63n - 1n, 'a whole number of 64 bits');
    case 'uint':
      return celUint(integer(value, 0n, 2n ** 64n - 1n, 'a whole number of 64 bits, not negative'));
    case 'double':
      return double(value);
    case 'duration':
      return duration(value);
    case 'timestamp':
      return timestamp(value);
    case 'ipaddress':
      return ipAddress(value);
    case 'list': {
      if (!Array.isArray(value) || value.length > maxItems)
        return unfit(`a list of at most ${maxItems} items`);
      return value.map((item) => celValue(type.generic ?? { name: 'any' }, item));
    }
    case 'map':
      return entriesOf(value, (item) => celValue(type.generic ?? { name: 'any' }, item));
  }
}
