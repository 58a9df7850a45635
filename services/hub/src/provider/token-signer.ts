import { constants, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'jose';
import { ExternalSigningKey } from 'oidc-provider';

const signInThread = promisify(sign);
// RFC 7518 §3.5: the salt is as long as the hash.
const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };

/** Signs by algorithm (RFC 7518 §3). The library's Web Cryptography calls are slower for both. */
const signers: Readonly<Record<string, (data: Uint8Array, key: KeyObject) => Promise<Uint8Array>>> =
  {
    // Takes about as long as the switch to another thread. §3.4: the signature is R and S, concatenated.
    ES256: async (data, key) => sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }),
    // Takes ten times as long.
    RS256: (data, key) => signInThread('sha256', data, key),
    PS256: (data, key) => signInThread('sha256', data, { key, ...pss }),
    EdDSA: async (data, key) => sign(null, data, key),
  };

const made = new WeakMap<JWK, ExternalSigningKey>();

/** Returns a key for the configuration of a provider; the same object for every provider. */
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
