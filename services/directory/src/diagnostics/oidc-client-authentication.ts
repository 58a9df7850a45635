import { createPrivateKey, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { SourceFault } from '../sync/sources/source-fault.ts';
import { callSource, sourceJson } from '../sync/sources/source-http.ts';
import type { SourceCalls } from '../sync/sources/source-http.ts';
import type { StepFinding } from './diagnosis.ts';

/** The credential that a client authenticates with at an OpenID provider. */
export type OidcClientProof =
  | { type: 'client_secret'; clientSecret: string }
  | { type: 'private_key_jwt'; privateKeyPem: string; kid: string };

/** A client of an OpenID provider, and the provider's metadata. */
export interface OidcClient {
  clientId: string;
  proof: OidcClientProof;
  issuer: string;
  tokenEndpoint: string;
  /** `token_endpoint_auth_methods_supported`; empty if the provider does not list any. */
  methods: readonly string[];
  clock: () => number;
}

const assertionSeconds = 60;

/** RFC 7523 §3, for the audience that sign-ins use. */
async function assertionOf(
  { clientId, issuer, clock }: OidcClient,
  { privateKeyPem, kid }: Extract<OidcClientProof, { type: 'private_key_jwt' }>,
): Promise<string> {
  const key = createPrivateKey(privateKeyPem);
  const now = Math.floor(clock() / 1_000);
  return new SignJWT({})
    .setProtectedHeader({ alg: key.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256', kid })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + assertionSeconds)
    .sign(key);
}

/** The proof in the form that the provider accepts: in a header or in the body. */
async function proofOf(
  client: OidcClient,
): Promise<{ headers: Record<string, string>; form: Record<string, string> }> {
  const { clientId, proof, methods } = client;
  if (proof.type === 'private_key_jwt')
    return {
      headers: {},
      form: {
        client_id: clientId,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await assertionOf(client, proof),
      },
    };
  const { clientSecret } = proof;
  if (methods.length > 0 && !methods.includes('client_secret_basic'))
    return { headers: {}, form: { client_id: clientId, client_secret: clientSecret } };
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
  return {
    headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
    form: {},
  };
}

/**
 * Presents a code that was never issued, so that the response depends only on the client. @throws
 * SourceFault
 */
export async function checkClient(
  calls: SourceCalls,
  client: OidcClient,
  signal: AbortSignal,
): Promise<StepFinding> {
  const { headers, form } = await proofOf(client);
  const answer = await callSource(calls, {
    method: 'POST',
    url: client.tokenEndpoint,
    signal,
    headers,
    form: {
      grant_type: 'authorization_code',
      code: 'connection-test',
      redirect_uri: 'https://connection-test.invalid/callback',
      ...form,
    },
  });
  const { error } = sourceJson(answer);
  if (error === 'invalid_grant') return {};
  if (error === 'invalid_client' || answer.status === 401) {
    const what =
      client.proof.type === 'client_secret' ? 'clientSecret' : 'the signature of its key';
    throw new SourceFault('secret_wrong', `The provider does not accept clientId and ${what}.`, {
      isRefusal: true,
    });
  }
  const detail = 'The response of the provider does not show whether it accepts the client.';
  return { warning: { code: 'inconclusive', detail } };
}
