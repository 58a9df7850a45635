import { hostNameOf } from './host-name.ts';

const maxOctets = 254;
const maxLocalOctets = 64;
// RFC 5322 atext, and letters of other scripts (RFC 6531). Quoted local parts and comments are refused.
const dotAtom =
  /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
// Its own key already: most addresses are, and imports and look-ups judge many. The other patterns cost four times as much.
const plainAddress =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]{1,63}\.)+[a-z]{1,63}$/;

/**
 * The key by which an e-mail address is unique and found: in lower case, normalized (NFKC), its domain in ASCII. Dots and `+tags`
 * are kept. Letters of all scripts are accepted (RFC 6531); quoted local parts, comments and display names are not, so a key
 * is safe as the one recipient of a mail.
 * @returns undefined for anything that is not an e-mail address of at most 254 octets
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
