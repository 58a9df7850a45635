import { createHash } from 'node:crypto';

const codeCount = 10;
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten codes of 16 characters, 80 random bits each: `xxxx-xxxx-xxxx-xxxx`. */
export const newRecoveryCodes = (randomBytes: (length: number) => Buffer): string[] =>
  Array.from({ length: codeCount }, () =>
    [...randomBytes(16)]
      .map((byte, i) => `${i > 0 && i % 4 === 0 ? '-' : ''}${alphabet[byte % alphabet.length]}`)
      .join(''),
  );

/** A code as it was meant: people add blanks and capitals. */
const plain = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '');

/** How a code is stored. */
export const recoveryCodeHash = (userId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${userId}/${plain(code)}`)
    .digest();
