import { hostNameOf } from './host-name.ts';

const maxOctets = 254;
const maxLocalOctets = 64;
// RFC 5322 atext, and letters of other scripts (RFC 6531). Quoted local parts and comments are
// rejected.
const dotAtom =
  /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
// An address that already is its own key. Most are, and imports and lookups check many; the other
// patterns cost four times as much.
const plainAddress =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]{1,63}\.)+[a-z]{1,63}$/;

/**
 * Returns the key by which an email address is unique and looked up: lower case, normalized (NFKC),
 * its domain in ASCII. Keeps dots and `+tags`. Accepts letters of all scripts (RFC 6531), but no
 * quoted local parts, comments or display names, so a key is safe to use as the only recipient of
 * an email.
 * @returns undefined for anything but an email address of at most 254 octets
 */
export function emailKey(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  if (at <= 0 || at === address.length - 1) return undefined;
  if (at <= maxLocalOctets && address.length <= maxOctets && plainAddress.test(address))
    return address;
  const local = address.slice(0, at).normalize('NFKC').toLowerCase();
  const domain = hostNameOf(address.slice(at + 1));
  if (domain === undefined || !dotAtom.test(local)) return undefined;
  const key = `${local}@${domain}`;
  return Buffer.byteLength(local) <= maxLocalOctets && Buffer.byteLength(key) <= maxOctets
    ? key
    : undefined;
}
