import { LRUCache } from 'lru-cache';
import { addressBytes, addressText, canonicalAddress, unmapped } from './address.ts';
import { masked } from './cidr.ts';
import type { Cidr } from './cidr.ts';

/** What is known of where a request came from. */
export interface ClientAddressInput {
  /** `socket.remoteAddress`. */
  peer: string | undefined;
  /** The values of all `X-Forwarded-For` fields, in order. */
  forwardedFor: readonly string[];
  trustedProxies: readonly Cidr[];
}

/**
 * The address a request came from: the peer; while that is a trusted proxy, the next entry of `X-Forwarded-For` from the
 * right. What stands left of the first address that is not trusted is never read: anyone could have written it.
 * @returns canonical text, or `unknown` when an entry reached this way is malformed
 */
export const clientAddress = ({
  peer,
  forwardedFor,
  trustedProxies,
}: ClientAddressInput): string => {
  // Node adds the zone to a link-local peer.
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

/** The key that an address is limited under: IPv4 itself, IPv6 its /64 (one host commonly owns all of it), or `unknown`. */
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

/** Without port and brackets: `192.0.2.1:80`, `[2001:db8::1]:80`, `[2001:db8::1]`. */
const bare = (entry: string): string => {
  const text = entry.replace(/^[ \t]+|[ \t]+$/g, '');
  const [, bracketed, dotted] =
    /^(?:\[([0-9A-Fa-f:.]+)\]|([0-9.]+))(?::\d{1,5})?$/.exec(text) ?? [];
  // Brackets are for IPv6 alone.
  return bracketed === undefined ? (dotted ?? text) : bracketed.includes(':') ? bracketed : '';
};
