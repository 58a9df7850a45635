import { createPrivateKey } from 'node:crypto';
import type { ConnectorCredentialInput, DirectoryConfigOf } from '@platform/contracts';
import { SignJWT } from 'jose';
import { SourceFault, Throttled, unexpectedStatus } from '../source-fault.ts';
import { callSource, heedThrottling, sourceJson, sourceRetryAfterMs } from '../source-http.ts';
import type { SourceCalls } from '../source-http.ts';

/** The URLs of Google's APIs. */
export interface GoogleEndpoints {
  tokenUrl: string;
  apiBaseUrl: string;
}

/** The credential for a Workspace. */
export type GoogleCredential = Pick<
  Extract<ConnectorCredentialInput, { type: 'google_service_account' }>,
  'serviceAccountKey' | 'adminEmail'
>;

export interface GoogleSource {
  calls: SourceCalls;
  endpoints: GoogleEndpoints;
  credential: GoogleCredential;
  config: DirectoryConfigOf<'workspace'>;
  clock: () => number;
}

const scopes = ['user', 'group', 'customer']
  .map((what) => `https://www.googleapis.com/auth/admin.directory.${what}.readonly`)
  .join(' ');
const assertionSeconds = 3_600;
const maxSkewMs = 60_000;

/** Signs the assertion of a service account that acts as an administrator (RFC 7523). */
export async function googleAssertion({
  credential: { serviceAccountKey: key, adminEmail },
  endpoints,
  clock,
}: Pick<GoogleSource, 'credential' | 'endpoints' | 'clock'>): Promise<string> {
  const now = Math.floor(clock() / 1_000);
  return new SignJWT({ scope: scopes })
    .setProtectedHeader({
      alg: 'RS256',
      typ: 'JWT',
      ...(key.private_key_id ? { kid: key.private_key_id } : {}),
    })
    .setIssuer(key.client_email)
    .setSubject(adminEmail)
    .setAudience(endpoints.tokenUrl)
    .setIssuedAt(now)
    .setExpirationTime(now + assertionSeconds)
    .sign(createPrivateKey(key.private_key));
}

function refusal(error: unknown, skewMs: number): SourceFault {
  const refused = (code: string, message: string) =>
    new SourceFault(code, message, { isRefusal: true });
  if (error === 'unauthorized_client')
    return refused(
      'delegation_missing',
      'The service account has no domain-wide delegation for the required scopes.',
    );
  if (error === 'invalid_grant' && skewMs > maxSkewMs)
    return new SourceFault('clock_skew', 'The clocks of the platform and Google differ too much.');
  return refused(
    'credential_refused',
    'Google rejected the key of the service account, or the administrator does not exist.',
  );
}

/** Exchanges an assertion for an access token. @throws SourceFault */
export async function googleToken(
  { calls, endpoints, clock }: Pick<GoogleSource, 'calls' | 'endpoints' | 'clock'>,
  assertion: string,
  signal: AbortSignal,
): Promise<string> {
  const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
  const answer = await callSource(calls, { method: 'POST', url: endpoints.tokenUrl, form, signal });
  heedThrottling(answer, clock());
  if (answer.status >= 500) throw unexpectedStatus('Google', answer.status);
  const json = sourceJson(answer);
  if (answer.status === 200 && typeof json['access_token'] === 'string')
    return json['access_token'];
  const date = Date.parse(String([answer.headers['date']].flat()[0]));
  throw refusal(json['error'], Number.isFinite(date) ? Math.abs(clock() - date) : 0);
}

const rateReasons = new Set(['userRateLimitExceeded', 'rateLimitExceeded', 'quotaExceeded']);

function isRateLimited(status: number, json: Record<string, unknown>): boolean {
  const error = json['error'] as { errors?: { reason?: string }[] } | undefined;
  return status === 403 && (error?.errors ?? []).some((e) => rateReasons.has(e.reason ?? ''));
}

/** Reads from the Admin SDK. @throws SourceFault, Throttled */
export async function googleGet(
  { calls, endpoints, clock }: Pick<GoogleSource, 'calls' | 'endpoints' | 'clock'>,
  { token, path, query }: { token: string; path: string; query?: Record<string, string> },
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const url = new URL(`${endpoints.apiBaseUrl.replace(/\/$/, '')}/admin/directory/v1/${path}`);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await callSource(calls, { url: url.href, headers, signal });
  heedThrottling(answer, clock());
  if (answer.status >= 500) throw unexpectedStatus('Google', answer.status);
  const json = sourceJson(answer);
  if (answer.status === 200) return json;
  if (isRateLimited(answer.status, json))
    throw new Throttled(sourceRetryAfterMs(answer.headers, clock()));
  if (answer.status === 401)
    throw new SourceFault('token_rejected', 'Google rejected the access token.', {
      isRefusal: true,
    });
  if (answer.status === 403)
    throw new SourceFault(
      'permission_missing',
      'The administrator has no permission to read this, or the Admin SDK is not enabled.',
    );
  if (answer.status === 404)
    throw new SourceFault('not_found', 'The customer, user or group does not exist at Google.');
  throw unexpectedStatus('Google', answer.status);
}
