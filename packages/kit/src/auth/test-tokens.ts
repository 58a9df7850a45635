import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import { Problem } from '@platform/kit/problem';

/**
 * Keys and tokens for the tests of this folder, built by hand because a library would refuse to
 * sign most of them.
 */
export interface TestKey {
  kid: string;
  alg: string;
  privateKey: KeyObject;
  jwk: JWK;
}

/** Generates a key pair of the algorithm's family, published under `kid`. */
export function testKey(
  kid: string,
  alg: 'ES256' | 'ES384' | 'RS256',
  marks: Record<string, unknown> = {},
): TestKey {
  const { publicKey, privateKey } =
    alg === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: alg === 'ES256' ? 'P-256' : 'P-384' });
  return {
    kid,
    alg,
    privateKey,
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig', ...marks } as JWK,
  };
}

/** Encodes a text, or the JSON of a value, as canonical base64url. */
export const part = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** Signs the bytes with the key, using the key's algorithm or the given one. */
const signatureOf = (data: string, key: TestKey, alg = key.alg): string =>
  sign(`sha${alg.slice(2)}`, Buffer.from(data), {
    key: key.privateKey,
    dsaEncoding: 'ieee-p1363',
  }).toString('base64url');

/** Builds a compact JWS; header and claims may be values or texts. */
export function signed(header: unknown, claims: unknown, key: TestKey, alg?: string): string {
  const data = `${part(header)}.${part(claims)}`;
  return `${data}.${signatureOf(data, key, alg)}`;
}

/** Builds a compact JWS under HS256 with these bytes as its secret. */
export function signedByHmac(header: unknown, claims: unknown, secret: string | Buffer): string {
  const data = `${part(header)}.${part(claims)}`;
  return `${data}.${createHmac('sha256', secret).update(data).digest('base64url')}`;
}

/** Returns the code of the problem that `run` fails with; `passed` if it succeeds. */
export async function codeOf(run: Promise<unknown> | (() => unknown)): Promise<string> {
  try {
    await (typeof run === 'function' ? run() : run);
    return 'passed';
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}
