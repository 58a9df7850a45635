import { CompactSign, importJWK } from 'jose';
import type { JWK } from 'jose';
import { problem } from '@platform/kit/problem';
import type { Family, KeySnapshot } from './signing-keys.ts';

type Key = Awaited<ReturnType<typeof importJWK>>;

/**
 * The key family and type of each purpose. The type distinguishes documents from tokens (RFC 8725 §3.11). Security events are
 * verified soon after signing, so they use the keys of ID tokens. Documents have their own keys, which stay published.
 */
const purposes = {
  SET: { typ: 'secevent+jwt', family: 'RS256' },
  CONSENT_RECEIPT: { typ: 'consent-receipt+jwt', family: 'documents' },
  ERASURE_CERTIFICATE: { typ: 'erasure-certificate+jwt', family: 'documents' },
  EXPORT_MANIFEST: { typ: 'export-manifest+jwt', family: 'documents' },
  AUDIT_CHECKPOINT: { typ: 'audit-checkpoint+jwt', family: 'documents' },
} as const satisfies Record<string, { typ: string; family: Family }>;

/** The kind of a signed document. */
export type SigningPurpose = keyof typeof purposes;

/** Whether a name is a signing purpose. */
export const isSigningPurpose = (name: string): name is SigningPurpose =>
  Object.hasOwn(purposes, name);

const maxPayloads = 100;
const tokenClaims = ['scope', 'tnt', 'client_id', 'exp'];

const invalidPayload = (index: number, fault: string) =>
  problem('invalid_parameter', { detail: `payloads[${index}] ${fault}` });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Requires a payload that names this issuer and cannot be used as a token. @throws 400 */
function requireDocument(text: string, issuer: string, index: number): void {
  const payload = parsed(text);
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    throw invalidPayload(index, 'must be a JSON object');
  const claim = tokenClaims.find((name) => name in payload);
  if (claim !== undefined) throw invalidPayload(index, `must not have the token claim ${claim}`);
  if ((payload as { iss?: unknown }).iss !== issuer)
    throw invalidPayload(index, `must have the issuer ${issuer}`);
}

/** Signed documents, in the order of the payloads. */
export interface SignedDocuments {
  jws: string[];
  kid: string;
}

/** Signs documents of an issuer. @throws 400 for a payload that is not a document of this issuer, 503 while there is no key */
export type SignDocuments = (
  purpose: SigningPurpose,
  issuer: string,
  payloads: readonly string[],
) => Promise<SignedDocuments>;

/** Creates the signer of documents. */
export function documentSigning(keys: { current(): Promise<KeySnapshot> }): SignDocuments {
  const imported = new WeakMap<JWK, Promise<Key>>();

  function keyOf(jwk: JWK): Promise<Key> {
    const known = imported.get(jwk);
    if (known) return known;
    const key = importJWK(jwk, 'RS256');
    imported.set(jwk, key);
    return key;
  }

  return async (purpose, issuer, payloads) => {
    if (payloads.length === 0 || payloads.length > maxPayloads)
      throw problem('invalid_parameter', { detail: `Send 1 to ${maxPayloads} payloads` });
    payloads.forEach((text, index) => requireDocument(text, issuer, index));
    const { typ, family } = purposes[purpose];
    const jwk = (await keys.current()).signing[family];
    if (!jwk?.kid)
      throw problem('upstream_unavailable', {
        detail: 'No signing key is available yet; retry in a moment',
      });
    const { kid } = jwk;
    const key = await keyOf(jwk);
    const header = { alg: 'RS256', typ, kid };
    const jws = await Promise.all(
      payloads.map((text) =>
        new CompactSign(Buffer.from(text)).setProtectedHeader(header).sign(key),
      ),
    );
    return { jws, kid };
  };
}
