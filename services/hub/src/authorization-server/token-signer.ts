import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { JWK } from 'jose';
import { ExternalSigningKey } from 'oidc-provider';

/**
 * A key that signs where the request runs. ECDSA on P-256 takes about as long as handing the work to another thread and back,
 * so it is not handed over; RSA takes ten times as long, and is left to the engine, which does.
 */
export function tokenSigner(jwk: JWK): ExternalSigningKey | JWK {
  if (jwk.alg !== 'ES256') return jwk;
  const key = createPrivateKey({ key: jwk as never, format: 'jwk' });
  const published = createPublicKey(key);
  return Object.assign(new ExternalSigningKey(), {
    kid: jwk.kid,
    alg: jwk.alg,
    keyObject: () => published,
    // RFC 7518 §3.4: the signature is R and S, side by side.
    sign: async (data: Uint8Array) => sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }),
  });
}
