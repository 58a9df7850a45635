/** A public key as a JWK Set publishes it (RFC 7517). */
export interface PublishedKey extends JsonWebKey {
  kid?: string;
}

/** Whether a signature is that of its published key. `unknown_key`: the key is not published, as after a rotation long ago. */
export type SignatureResult = 'valid' | 'invalid' | 'unknown_key';

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** The key of a JWS in compact serialization (RFC 7515 §7.1). Only RS256 is accepted. */
function keyIdOf(header: string): string | undefined {
  const { alg, kid } = JSON.parse(new TextDecoder().decode(bytesOf(header))) as PublishedKey;
  return alg === 'RS256' ? kid : undefined;
}

/** Verifies a JWS in compact serialization with the published keys. */
export async function verifyJws(
  jws: string,
  keys: readonly PublishedKey[],
): Promise<SignatureResult> {
  const [header, payload, signature, ...rest] = jws.split('.');
  if (!header || !payload || !signature || rest.length > 0) return 'invalid';
  try {
    const kid = keyIdOf(header);
    if (kid === undefined) return 'invalid';
    const published = keys.find((key) => key.kid === kid);
    if (!published) return 'unknown_key';
    const { kty = 'RSA', n = '', e = '' } = published;
    const key = await crypto.subtle.importKey('jwk', { kty, n, e }, algorithm, false, ['verify']);
    const signed = new TextEncoder().encode(`${header}.${payload}`);
    const isValid = await crypto.subtle.verify(algorithm, key, bytesOf(signature), signed);
    return isValid ? 'valid' : 'invalid';
  } catch {
    return 'invalid';
  }
}
