import { randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** Generates a signing secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0.0). */
export const newSecret = (random: (bytes: number) => Buffer = randomBytes): string =>
  prefix + random(32).toString('base64');

/** True for `whsec_` followed by 24 to 64 bytes in base64 (RFC 4648 §4, padded, canonical). */
export const isSecret = (text: string): boolean => {
  if (!text.startsWith(prefix)) return false;
  const bytes = decodedSecret(text);
  return bytes.length >= 24 && bytes.length <= 64 && prefix + bytes.toString('base64') === text;
};

/** Returns the key of the Standard Webhooks MAC: the decoded part after the prefix. */
export const decodedSecret = (secret: string): Buffer =>
  Buffer.from(secret.slice(prefix.length), 'base64');
