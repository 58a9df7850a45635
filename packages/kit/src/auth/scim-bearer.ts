import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const lookupLength = 10;
const secretLength = 43;
const checksumLength = 6;
const form = new RegExp(
  `^(scim_([0-9A-Za-z]{${lookupLength}})_[0-9A-Za-z]{${secretLength}})_([0-9A-Za-z]{${checksumLength}})$`,
);

/** What of a SCIM bearer is stored, and what it is found by. */
export interface ScimBearerDigest {
  /** The leading part: public, unique within a tenant. */
  lookup: string;
  /** SHA-256 of the whole token. */
  sha256: Buffer;
}

/** CRC-32 in base 62: a typing error, or a token of something else, is told without a look-up. */
function checksumOf(text: string): string {
  let rest = crc32(text) >>> 0;
  let encoded = '';
  for (let i = 0; i < checksumLength; i++) {
    encoded = digits.charAt(rest % digits.length) + encoded;
    rest = Math.floor(rest / digits.length);
  }
  return encoded;
}

/** Characters of base 62 by rejection, so that each is as likely as the others. */
function randomText(length: number, random: (bytes: number) => Buffer): string {
  const usable = 256 - (256 % digits.length);
  let text = '';
  while (text.length < length)
    for (const byte of random(length))
      if (byte < usable && text.length < length) text += digits.charAt(byte % digits.length);
  return text;
}

/**
 * A new SCIM bearer: `scim_<lookup>_<secret>_<checksum>`, the secret of 256 random bits.
 * @param random bytes from a CSPRNG
 */
export function newScimBearer(random: (bytes: number) => Buffer): string {
  const text = `scim_${randomText(lookupLength, random)}_${randomText(secretLength, random)}`;
  return `${text}_${checksumOf(text)}`;
}

/** The digest of a SCIM bearer; undefined for anything that is not one by its form and checksum. */
export function scimBearerDigest(token: string): ScimBearerDigest | undefined {
  const [, text, lookup, checksum] = form.exec(token) ?? [];
  if (text === undefined || lookup === undefined || checksum !== checksumOf(text)) return undefined;
  return { lookup, sha256: createHash('sha256').update(token).digest() };
}
