import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { isIP } from 'node:net';

/** 4 or 16 bytes in network order. */
export type AddressBytes = Uint8Array;

/**
 * Parses an address in dotted quad or RFC 4291 §2.2 form. Returns null for short, octal and
 * hexadecimal IPv4, leading zeros, zone ids, brackets and spaces. An IPv4-mapped address keeps its
 * 16 bytes.
 */
export const addressBytes = (text: string): AddressBytes | null => {
  // ipaddr.js is too lenient: it parses 0x7f.1 and 0177.0.0.1, and treats ::192.0.2.1 as the mapped
  // ::ffff:192.0.2.1.
  const version = text.includes('%') ? 0 : isIP(text);
  return version === 0
    ? null
    : Uint8Array.from(
        version === 4
          ? text.split('.').map(Number)
          : groups(text).flatMap((group) => [group >> 8, group & 0xff]),
      );
};

/** Returns the eight groups of a well-formed IPv6 address. */
const groups = (text: string): number[] => {
  const [head = [], tail] = text.split('::').map((half) =>
    half
      .split(':')
      .filter((group) => group !== '')
      .flatMap((group) => {
        if (!group.includes('.')) return [Number.parseInt(group, 16)];
        const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
        return [(a << 8) | b, (c << 8) | d];
      }),
  );
  return tail === undefined
    ? head
    : [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
};

/**
 * Returns the 4 bytes of an IPv4-mapped address (::ffff:0:0/96); returns other addresses unchanged.
 */
export const unmapped = (bytes: AddressBytes): AddressBytes =>
  isMapped(bytes) ? bytes.subarray(12) : bytes;

/** Whether the address is within ::ffff:0:0/96 (RFC 4291 §2.5.5.2). */
export const isMapped = (bytes: AddressBytes): boolean =>
  bytes.length === 16 &&
  bytes.subarray(0, 10).every((byte) => byte === 0) &&
  bytes[10] === 0xff &&
  bytes[11] === 0xff;

/** Formats an address as dotted quad or RFC 5952. */
export const addressText = (bytes: AddressBytes): string => {
  const address = ipaddr.fromByteArray([...bytes]);
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
};

// Cached, since the same few peers and callers recur.
const canonical = new LRUCache<string, string>({ max: 4_096 });

/**
 * Returns the single text of an address: RFC 5952, IPv4-mapped as IPv4. Null if `addressBytes`
 * cannot parse it.
 */
export const canonicalAddress = (text: string): string | null => {
  const known = canonical.get(text);
  if (known !== undefined) return known;
  const bytes = addressBytes(text);
  if (bytes === null) return null;
  const found = addressText(unmapped(bytes));
  canonical.set(text, found);
  return found;
};
