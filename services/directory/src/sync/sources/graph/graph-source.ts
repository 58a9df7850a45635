import { X509Certificate, createHash, createPrivateKey, randomUUID } from 'node:crypto';
import type { ConnectorCredentialInput, DirectoryConfigOf } from '@platform/contracts';
import { SignJWT } from 'jose';
import { PositionExpired, SourceFault, unexpectedStatus } from '../source-fault.ts';
import { callSource, heedThrottling, sourceJson } from '../source-http.ts';
import type { SourceCalls } from '../source-http.ts';

/** The URLs of one Microsoft cloud. */
export interface GraphEndpoints {
  authorityBaseUrl: string;
  graphBaseUrl: string;
}

/** The credential for a tenant of Microsoft Entra ID. */
export type GraphCredential = Extract<
  ConnectorCredentialInput,
  { type: 'client_secret' | 'client_certificate' }
>;

export interface GraphSource {
  calls: SourceCalls;
  endpoints: GraphEndpoints;
  credential: GraphCredential;
  config: Pick<DirectoryConfigOf<'cloud_directory'>, 'tenantId' | 'includeGuests' | 'groupFilter'>;
  clock: () => number;
}

const assertionSeconds = 600;

const tenantUrl = ({ endpoints, config }: Pick<GraphSource, 'endpoints' | 'config'>): string =>
  `${endpoints.authorityBaseUrl.replace(/\/$/, '')}/${encodeURIComponent(config.tenantId)}`;

/** The OpenID configuration of the tenant. @throws SourceFault */
export async function graphAuthority(
  source: GraphSource,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const url = `${tenantUrl(source)}/v2.0/.well-known/openid-configuration`;
  const answer = await callSource(source.calls, { url, signal });
  heedThrottling(answer, source.clock());
  if (answer.status === 200) return sourceJson(answer);
  throw new SourceFault(
    'tenant_not_found',
    'There is no tenant with this id in this Microsoft cloud.',
  );
}

async function clientAssertion(
  audience: string,
  { credential, clock }: Pick<GraphSource, 'credential' | 'clock'>,
): Promise<string> {
  if (credential.type !== 'client_certificate') throw new Error('there is no certificate');
  const { raw } = new X509Certificate(credential.certificatePem);
  const now = Math.floor(clock() / 1_000);
  return new SignJWT({})
    .setProtectedHeader({
      alg: 'PS256',
      typ: 'JWT',
      'x5t#S256': createHash('sha256').update(raw).digest('base64url'),
    })
    .setIssuer(credential.clientId)
    .setSubject(credential.clientId)
    .setAudience(audience)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + assertionSeconds)
    .sign(createPrivateKey(credential.privateKeyPem));
}

/** Error codes of Microsoft Entra ID that are more specific than `error`. */
const secretExpired = 7000222;
const clientUnknown = 700016;

function refusal(json: Record<string, unknown>): SourceFault {
  const codes = Array.isArray(json['error_codes']) ? (json['error_codes'] as unknown[]) : [];
  const refused = (code: string, message: string) =>
    new SourceFault(code, message, { isRefusal: true });
  if (codes.includes(secretExpired))
    return refused('secret_expired', 'The client secret or certificate has expired.');
  if (codes.includes(clientUnknown))
    return refused('client_not_found', 'The tenant has no application with this client id.');
  return refused('secret_wrong', 'Microsoft rejected the client secret or certificate.');
}

/** Obtains an access token for Microsoft Graph by client credentials. @throws SourceFault */
export async function graphToken(source: GraphSource, signal: AbortSignal): Promise<string> {
  const { credential, endpoints, calls } = source;
  const url = `${tenantUrl(source)}/oauth2/v2.0/token`;
  const proof: Record<string, string> =
    credential.type === 'client_secret'
      ? { client_secret: credential.clientSecret }
      : {
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: await clientAssertion(url, source),
        };
  const form = {
    grant_type: 'client_credentials',
    client_id: credential.clientId,
    scope: `${endpoints.graphBaseUrl.replace(/\/$/, '')}/.default`,
    ...proof,
  };
  const answer = await callSource(calls, { method: 'POST', url, form, signal });
  heedThrottling(answer, source.clock());
  if (answer.status >= 500) throw unexpectedStatus('Microsoft', answer.status);
  const json = sourceJson(answer);
  if (answer.status === 200 && typeof json['access_token'] === 'string')
    return json['access_token'];
  throw refusal(json);
}

/** The URL of a resource of Microsoft Graph. */
export function graphUrl(
  { endpoints }: Pick<GraphSource, 'endpoints'>,
  path: string,
  query: Record<string, string> = {},
): string {
  const url = new URL(`${endpoints.graphBaseUrl.replace(/\/$/, '')}/v1.0/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** Only links on the host of Graph are followed, so that the token is sent nowhere else. */
function requireOwn({ endpoints }: Pick<GraphSource, 'endpoints'>, url: string): void {
  if (new URL(url).origin !== new URL(endpoints.graphBaseUrl).origin)
    throw new SourceFault('response_invalid', 'Microsoft Graph redirects to another host.');
}

/** Reads from Microsoft Graph. @throws SourceFault, Throttled, PositionExpired */
export async function graphGet(
  source: Pick<GraphSource, 'calls' | 'endpoints' | 'clock'>,
  { token, url }: { token: string; url: string },
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  requireOwn(source, url);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await callSource(source.calls, { url, headers, signal });
  heedThrottling(answer, source.clock());
  if (answer.status === 200) return sourceJson(answer);
  if (answer.status === 410) throw new PositionExpired();
  if (answer.status === 401)
    throw new SourceFault('token_rejected', 'Microsoft Graph rejected the access token.', {
      isRefusal: true,
    });
  if (answer.status === 403)
    throw new SourceFault(
      'permission_missing',
      'The application lacks a permission, or an administrator has not consented to it.',
    );
  if (answer.status === 404)
    throw new SourceFault('not_found', 'Microsoft Graph does not know this object.');
  throw unexpectedStatus('Microsoft Graph', answer.status);
}
