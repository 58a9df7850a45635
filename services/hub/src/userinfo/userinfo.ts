import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccessClaims, BearerVerifier, DirectoryTenant } from '@platform/kit/auth';
import { scopeSet } from '@platform/kit/auth';
import type { Database } from '@platform/kit/database';
import { readBody, sendJson } from '@platform/kit/http';
import { asProblem, problem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import type { ClientExtras, ClientSource } from '../oauth-clients/client-source.ts';
import { platformTokenReader } from '../token-cutoffs/platform-token.ts';
import { userinfoAudience } from './userinfo-audience.ts';
import { askedClaims } from './standard-claims.ts';
import type { FindUser } from './users.ts';

/** Verifies access tokens for the APIs of a tenant. */
export interface ApiTokens {
  isApiToken(tenant: { id: string; issuer: string }, token: string): Promise<boolean>;
  /** Undefined for a token that is not valid. */
  read(
    tenant: { id: string; issuer: string },
    token: string,
  ): Promise<{ claims: AccessClaims } | undefined>;
}

export interface UserinfoOptions {
  db: Pick<Database, 'read'>;
  verifyBearer: BearerVerifier;
  apiTokens: ApiTokens;
  findUser: FindUser;
  clients: Pick<ClientSource, 'find'>;
  /** Returns the claims that the sign-in of a token requested from this endpoint, by the token's `jti`. */
  requestedClaims: (tenantId: string, jti: string) => Promise<readonly string[]>;
}

const methods = 'GET, POST';
const maxBodyBytes = 16_384;
const corsHeaders = (origin: string) => ({ 'access-control-allow-origin': origin, vary: 'Origin' });

/** An error of RFC 6750 §3.1. */
interface BearerError {
  status: number;
  error: string;
  scope?: string;
}

const byDefault: BearerError = { status: 401, error: 'invalid_token' };
const bearerErrors: Readonly<Record<string, BearerError>> = {
  insufficient_scope: { status: 403, error: 'insufficient_scope', scope: 'openid' },
  malformed_request: { status: 400, error: 'invalid_request' },
};

const challengeOf = ({ error, scope }: BearerError): string =>
  `Bearer error="${error}"${scope === undefined ? '' : `, scope="${scope}"`}`;

/** Returns the bearer token of a request, from the header or a form (RFC 6750 §2.2). */
async function bearerOf(req: IncomingMessage): Promise<string | undefined> {
  const { authorization } = req.headers;
  const isForm = (req.headers['content-type'] ?? '').startsWith(
    'application/x-www-form-urlencoded',
  );
  if (req.method !== 'POST' || !isForm) return authorization;
  const form = new URLSearchParams(String(await readBody(req, maxBodyBytes)));
  const token = form.get('access_token');
  if (token === null) return authorization;
  // RFC 6750 §3.1: the request is invalid, not the token.
  if (authorization !== undefined)
    throw problem('malformed_request', { detail: 'Send the access token in one place only' });
  return `Bearer ${token}`;
}

/** The UserInfo endpoint (OpenID Connect Core §5.3), for access tokens with the scope `openid`. */
export function userinfo({
  db,
  verifyBearer,
  apiTokens,
  findUser,
  clients,
  requestedClaims,
}: UserinfoOptions) {
  const readPlatformToken = platformTokenReader({ db, verifyBearer });

  /** The claims of a token of the management API. */
  async function platformClaims(authorization: string | undefined, issuer: DirectoryTenant) {
    const { claims } = await readPlatformToken(authorization);
    if (claims.iss !== issuer.issuer) throw problem('token_invalid');
    return claims;
  }

  /** The claims of a token of an API of the tenant that is for this endpoint as well. */
  async function apiClaims(token: string, issuer: DirectoryTenant) {
    const { claims } = (await apiTokens.read(issuer, token)) ?? {};
    const audiences = [claims?.['aud']].flat();
    if (!claims || !audiences.includes(userinfoAudience(issuer.issuer)))
      throw problem('token_invalid');
    return claims;
  }

  async function claimsFor(req: IncomingMessage, issuer: DirectoryTenant) {
    const authorization = await bearerOf(req);
    const token = /^bearer +([^ ]+)$/i.exec(authorization ?? '')?.[1];
    const isForApi = token !== undefined && (await apiTokens.isApiToken(issuer, token));
    const claims = isForApi
      ? await apiClaims(token, issuer)
      : await platformClaims(authorization, issuer);
    const { sub, client_id: clientId, jti } = claims;
    const isUser = sub !== clientId;
    noteAccess({ principalType: isUser ? 'user' : 'client', clientId });
    const scopes = scopeSet(claims['scope']);
    if (!scopes.has('openid') || !isUser)
      throw problem('insufficient_scope', { detail: 'missing: openid' });
    const user = await findUser(issuer.id, sub);
    if (!user?.isActive) throw problem('token_invalid', { detail: 'The user is not active' });
    const requested = await requestedClaims(issuer.id, jti);
    return { clientId, body: askedClaims(user, scopes, requested) };
  }

  async function mayRead(tenantId: string, clientId: string, origin: string): Promise<boolean> {
    const client = (await clients.find(tenantId, clientId)) as Partial<ClientExtras> | undefined;
    return client?.allowed_origins?.includes(origin) ?? false;
  }

  function sendFailure(res: ServerResponse, error: unknown): void {
    const { status, code } = asProblem(error);
    if (status >= 500) throw error;
    noteAccess({ code });
    const failure = bearerErrors[code] ?? byDefault;
    sendJson(res, failure.status, JSON.stringify({ error: failure.error }), {
      'www-authenticate': code === 'token_missing' ? 'Bearer' : challengeOf(failure),
      'cache-control': 'no-store',
    });
  }

  return async function answerUserinfo(
    req: IncomingMessage,
    res: ServerResponse,
    tenant: DirectoryTenant,
  ): Promise<void> {
    const { origin } = req.headers;
    if (req.method === 'OPTIONS') {
      res.writeHead(204, {
        ...corsHeaders(origin ?? '*'),
        'access-control-allow-methods': methods,
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': '3600',
      });
      return void res.end();
    }
    try {
      const { clientId, body } = await claimsFor(req, tenant);
      const isReadable = origin === undefined || (await mayRead(tenant.id, clientId, origin));
      sendJson(res, 200, JSON.stringify(body), {
        'cache-control': 'no-store',
        ...(origin !== undefined && isReadable ? corsHeaders(origin) : { vary: 'Origin' }),
      });
    } catch (error) {
      sendFailure(res, error);
    }
  };
}

export type AnswerUserinfo = ReturnType<typeof userinfo>;
