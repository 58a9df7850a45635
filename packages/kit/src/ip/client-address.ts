import { LRUCache } from 'lru-cache';
import { addressBytes, addressText, canonicalAddress, unmapped } from './address.ts';
import { masked } from './cidr.ts';
import type { Cidr } from './cidr.ts';

/** The information about the origin of a request. */
export interface ClientAddressInput {
  /** `socket.remoteAddress`. */
  peer: string | undefined;
  /** The values of all `X-Forwarded-For` fields, in order. */
  forwardedFor: readonly string[];
  trustedProxies: readonly Cidr[];
}

/**
 * Determines the address that a request came from: the peer, or while that is a trusted proxy, the
 * next entry of `X-Forwarded-For` from the right. Ignores all entries left of the first untrusted
 * address, since any client could have written them.
 * @returns canonical text, or `unknown` if an entry reached this way is malformed
 */
export const clientAddress = ({
  peer,
  forwardedFor,
  trustedProxies,
}: ClientAddressInput): string => {
  // Node appends the zone to a link-local peer.
  let address =
    peer === undefined
      ? null
      : canonicalAddress(peer.includes('%') ? peer.replace(/%.*$/, '') : peer);
  if (forwardedFor.length === 0) return address ?? 'unknown';
  const entries = forwardedFor
    .filter((field) => field.trim() !== '')
    .join(',')
    .split(',');
  if (entries.length === 1 && entries[0] === '') entries.pop();
  while (address !== null && entries.length > 0 && isTrusted(address, trustedProxies)) {
    address = canonicalAddress(bare(entries.pop() ?? ''));
  }
  return address ?? 'unknown';
};

/**
 * Returns the rate-limiting key of an address: IPv4 itself, the /64 of IPv6 (which one host
 * commonly owns), or `unknown`.
 */
export const rateKeyOf = (address: string): string => {
  const known = rateKeys.get(address);
  if (known !== undefined) return known;
  const bytes = addressBytes(address);
  if (bytes === null) return 'unknown';
  const plain = unmapped(bytes);
  const key = plain.length === 4 ? addressText(plain) : `${addressText(masked(plain, 64))}/64`;
  rateKeys.set(address, key);
  return key;
};

const rateKeys = new LRUCache<string, string>({ max: 4_096 });

const isTrusted = (address: string, proxies: readonly Cidr[]): boolean => {
  const bytes = addressBytes(address);
  return bytes !== null && proxies.some((proxy) => proxy.contains(bytes));
};

/** Strips port and brackets: `192.0.2.1:80`, `[2001:db8::1]:80`, `[2001:db8::1]`. */
const bare = (entry: string): string => {
  const text = entry.replace(/^[ \t]+|[ \t]+$/g, '');
  const [, bracketed, dotted] =
    /^(?:\[([0-9A-Fa-f:.]+)\]|([0-9.]+))(?::\d{1,5})?$/.exec(text) ?? [];
  // Only IPv6 may have brackets.
  return bracketed === undefined ? (dotted ?? text) : bracketed.includes(':') ? bracketed : '';
};
