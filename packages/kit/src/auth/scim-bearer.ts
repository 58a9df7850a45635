import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const lookupLength = 10;
const secretLength = 43;
const checksumLength = 6;
const form = new RegExp(
  `^(scim_([0-9A-Za-z]{${lookupLength}})_[0-9A-Za-z]{${secretLength}})_([0-9A-Za-z]{${checksumLength}})$`,
);

/** The stored form of a SCIM bearer, and the part that finds it. */
export interface ScimBearerDigest {
  /** The leading part: public, unique within a tenant. */
  lookup: string;
  /** SHA-256 of the whole token. */
  sha256: Buffer;
}

/** CRC-32 in base 62: detects typing errors and other kinds of tokens without a lookup. */
function checksumOf(text: string): string {
  let rest = crc32(text) >>> 0;
  let encoded = '';
  for (let i = 0; i < checksumLength; i++) {
    encoded = digits.charAt(rest % digits.length) + encoded;
    rest = Math.floor(rest / digits.length);
  }
  return encoded;
}

/** Draws base-62 characters by rejection sampling, so that all are equally likely. */
function randomText(length: number, random: (bytes: number) => Buffer): string {
  const usable = 256 - (256 % digits.length);
  let text = '';
  while (text.length < length)
    for (const byte of random(length))
      if (byte < usable && text.length < length) text += digits.charAt(byte % digits.length);
  return text;
}

/**
 * Generates a SCIM bearer: `scim_<lookup>_<secret>_<checksum>`, with a secret of 256 random bits.
 * @param random returns bytes from a CSPRNG
 */
export function newScimBearer(random: (bytes: number) => Buffer): string {
  const text = `scim_${randomText(lookupLength, random)}_${randomText(secretLength, random)}`;
  return `${text}_${checksumOf(text)}`;
}

/** Returns the digest of a SCIM bearer; undefined if its form or checksum is wrong. */
export function scimBearerDigest(token: string): ScimBearerDigest | undefined {
  const [, text, lookup, checksum] = form.exec(token) ?? [];
  if (text === undefined || lookup === undefined || checksum !== checksumOf(text)) return undefined;
  return { lookup, sha256: createHash('sha256').update(token).digest() };
}
