import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import { Problem } from '@platform/kit/problem';

/** Keys and tokens for the tests of this folder, built by hand: a library would refuse to sign most of them. */
export interface TestKey {
  kid: string;
  alg: string;
  privateKey: KeyObject;
  jwk: JWK;
}

/** A key pair of the algorithm's family, published under `kid`. */
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

/** Canonical base64url of a text, or of a value's JSON. */
export const part = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** The signature of the key over these bytes, after its algorithm or the one given. */
const signatureOf = (data: string, key: TestKey, alg = key.alg): string =>
  sign(`sha${alg.slice(2)}`, Buffer.from(data), {
    key: key.privateKey,
    dsaEncoding: 'ieee-p1363',
  }).toString('base64url');

/** A compact JWS; header and claims may be values or texts. */
export function signed(header: unknown, claims: unknown, key: TestKey, alg?: string): string {
  const data = `${part(header)}.${part(claims)}`;
  return `${data}.${signatureOf(data, key, alg)}`;
}

/** A compact JWS under HS256 with these bytes as its secret. */
export function signedByHmac(header: unknown, claims: unknown, secret: string | Buffer): string {
  const data = `${part(header)}.${part(claims)}`;
  return `${data}.${createHmac('sha256', secret).update(data).digest('base64url')}`;
}

/** Code of the problem that a promise ends with; `passed` when it fulfils. */
export async function codeOf(run: Promise<unknown> | (() => unknown)): Promise<string> {
  try {
    await (typeof run === 'function' ? run() : run);
    return 'passed';
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}
