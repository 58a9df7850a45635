/** A key for client authentication (`private_key_jwt`): the private key, and the public one for registration. */
export async function clientKey() {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    ['sign', 'verify'],
  );
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  return { privateKey, jwk: { kty, crv, x, y, kid: 'k1', use: 'sig', alg: 'ES256' } };
}
