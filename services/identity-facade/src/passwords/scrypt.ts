import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Parameters of scrypt (RFC 7914): N = 2^ln. */
export interface ScryptCost {
  ln: number;
  r: number;
  p: number;
}

/** Computes scrypt off the event loop. */
export const scryptKey = (
  password: string,
  salt: Buffer,
  { ln, r, p }: ScryptCost,
  length: number,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const N = 2 ** ln;
    // Node's bound is exact only up to a few blocks.
    const maxmem = 128 * N * r + 128 * r * p + 1_048_576;
    scrypt(password, salt, length, { N, r, p, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

const form = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;
const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** A hash in PHC string format. */
export async function hashByScrypt(password: string, cost: ScryptCost): Promise<string> {
  const salt = randomBytes(16);
  const key = await scryptKey(password, salt, cost, 32);
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${unpadded(salt)}$${unpadded(key)}`;
}

/** Checks a hash in PHC string format. */
export async function verifyByScrypt(hash: string, password: string): Promise<boolean> {
  const [, ln, r, p, salt = '', key = ''] = form.exec(hash) ?? [];
  const expected = Buffer.from(key, 'base64');
  if (expected.length === 0) return false;
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const found = await scryptKey(password, Buffer.from(salt, 'base64'), cost, expected.length);
  return timingSafeEqual(found, expected);
}
