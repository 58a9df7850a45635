import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'jose';
import { ExternalSigningKey } from 'oidc-provider';

const signInThread = promisify(sign);

/** By algorithm (RFC 7518 §3). The library's own way through Web Cryptography costs more for either. */
const signers: Readonly<Record<string, (data: Uint8Array, key: KeyObject) => Promise<Uint8Array>>> =
  {
    // About as long as handing the work to another thread and back. §3.4: the signature is R and S, side by side.
    ES256: async (data, key) => sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }),
    // Ten times as long.
    RS256: (data, key) => signInThread('sha256', data, key),
  };

const made = new WeakMap<JWK, ExternalSigningKey>();

/** A key for the configuration of a provider; the same object for every provider. */
export function tokenSigner(jwk: JWK): ExternalSigningKey | JWK {
  const signWith = signers[jwk.alg ?? ''];
  if (!signWith) return jwk;
  let signer = made.get(jwk);
  if (!signer) {
    const key = createPrivateKey({ key: jwk as never, format: 'jwk' });
    const published = createPublicKey(key);
    signer = Object.assign(new ExternalSigningKey(), {
      kid: jwk.kid,
      alg: jwk.alg,
      keyObject: () => published,
      sign: (data: Uint8Array) => signWith(data, key),
    });
    made.set(jwk, signer);
  }
  return signer;
}
