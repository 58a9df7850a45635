import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DirectoryTenant } from '@platform/kit/auth';
import { readBody, sendJson } from '@platform/kit/http';
import type { Surface } from '@platform/kit/http';
import type { Logger } from '@platform/kit/log';
import { asProblem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/request-scope';
import type { ClaimSchemasOf } from '@platform/kit/claims';
import type { ClaimSchema } from '@platform/protos';
import type { PageHost, PageHostOf } from '../login/page-host.ts';
import type { SigningKeys } from '../signing-keys/signing-keys.ts';
import type { FailVisit } from './pages.ts';
import { issuerMetadata } from './metadata.ts';
import { sendOAuthError } from '../oauth-errors/oauth-error.ts';
import type { OAuthRefusal } from '../oauth-errors/oauth-error.ts';
import { oauthDocuments, oauthEndpoint } from './oauth-endpoints.ts';
import type { OAuthLimits } from './oauth-limits.ts';
import type { AnswerUserinfo } from '../userinfo/userinfo.ts';
import type { providers } from './providers.ts';

export interface OAuthSurfaceOptions {
  tenantOf: (host: string | undefined) => Promise<DirectoryTenant | null>;
  /** Whose pages a host shows: its login domains too. */
  pageHostOf: PageHostOf;
  /** Answers browsers with a page where clients would get an error. */
  failVisit: FailVisit;
  schemasOf: ClaimSchemasOf<Pick<ClaimSchema, 'claimName'>>;
  engineOf: ReturnType<typeof providers>;
  keys: Pick<SigningKeys, 'current'>;
  limits: OAuthLimits;
  answerUserinfo: AnswerUserinfo;
  addressOf: (req: IncomingMessage) => string;
  log: Logger;
}

const browserPaths = /^(oauth2\/(authorize|logout)|activate)(\/|$)/;
/** Those that browsers are sent to from other sites by POST. */
const crossSitePaths: ReadonlySet<string> = new Set(['oauth2/authorize', 'oauth2/logout']);
const maxFormBytes = 16_384;

const forwarding = /^(x-forwarded-|forwarded$|x-real-ip$)/;
const maxAge = { 'cache-control': 'public, max-age=300' };

const nothingHere: OAuthRefusal = {
  status: 404,
  error: 'invalid_request',
  description: 'not found',
};
const wrongMethod = (allow: string): OAuthRefusal => ({
  status: 405,
  error: 'invalid_request',
  description: `the method is not supported; use ${allow}`,
  headers: { allow },
});
const tooMany = (headers: Record<string, string>): OAuthRefusal => ({
  status: 429,
  error: 'temporarily_unavailable',
  description: 'too many requests',
  headers,
});
const notServed = (state: DirectoryTenant['state']): OAuthRefusal => ({
  status: 403,
  error: 'access_denied',
  description: `the tenant is ${state}`,
});

/**
 * The engine makes addresses out of the request's head: it sees the issuer's host, scheme and one client address, and
 * nothing that the caller wrote there. Only pages see cookies and the query.
 */
function normalise(req: IncomingMessage, path: string, origin: string, address: string): void {
  const { host, protocol } = new URL(origin);
  for (const name of Object.keys(req.headers)) if (forwarding.test(name)) delete req.headers[name];
  req.headers.host = host;
  req.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  req.headers['x-forwarded-host'] = host;
  req.headers['x-forwarded-for'] = address;
  const isPage = browserPaths.test(path);
  req.headers.accept = isPage ? 'text/html' : 'application/json';
  if (!isPage) delete req.headers.cookie;
  const query = isPage ? /\?.*$/.exec(req.url ?? '')?.[0] : undefined;
  req.url = `/${path}${query ?? ''}`;
}

/**
 * Sends a browser that another site made POST back by GET: the session's cookies are `SameSite=Lax`, so it brings them along
 * only now.
 */
async function redirectToGet(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  origin: string,
): Promise<void> {
  const form = await readBody(req, maxFormBytes);
  res.writeHead(303, {
    location: `${origin}/${path}?${String(new URLSearchParams(String(form)))}`,
    'cache-control': 'no-store',
    'content-length': '0',
  });
  res.end();
}

/** The host that a browser is on: the issuer's, or a login domain of the tenant. */
const originOf = ({ tenant, passkeyRpId }: PageHost, host: string | undefined): string =>
  passkeyRpId === null ? tenant.issuer : `${new URL(tenant.issuer).protocol}//${host}`;

/** OAuth 2.0 and OpenID Connect of every issuer: metadata, keys and endpoints. */
export function oauthSurface({
  tenantOf,
  pageHostOf,
  failVisit,
  schemasOf,
  engineOf,
  keys,
  limits,
  answerUserinfo,
  addressOf,
  log,
}: OAuthSurfaceOptions): Surface {
  async function document(
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
    methods: readonly string[],
  ): Promise<OAuthRefusal | undefined> {
    const tenant = await tenantOf(req.headers.host);
    if (!tenant) return nothingHere;
    noteAccess({ tenantId: tenant.id });
    if (!methods.includes(req.method ?? '')) return wrongMethod(methods.join(', '));
    const body =
      path === 'oauth2/jwks'
        ? (await keys.current()).published
        : issuerMetadata(tenant.issuer, await claimsOf(tenant.id));
    sendJson(res, 200, JSON.stringify(body), { ...maxAge, 'access-control-allow-origin': '*' });
    return undefined;
  }

  /** The metadata is useful without them. */
  const claimsOf = async (tenantId: string): Promise<string[]> =>
    (await schemasOf(tenantId).catch(() => [])).map(({ claimName }) => claimName);

  async function pageHost(path: string, host: string | undefined): Promise<PageHost | null> {
    if (browserPaths.test(path)) return pageHostOf(host);
    const tenant = await tenantOf(host);
    return tenant && { tenant, passkeyRpId: null };
  }

  async function refuse(
    { req, res, path }: { req: IncomingMessage; res: ServerResponse; path: string },
    { status, headers, ...refusal }: OAuthRefusal,
    requestId: string,
  ): Promise<void> {
    noteAccess({ code: refusal.error });
    if (!browserPaths.test(path)) return sendOAuthError(res, { status, headers, ...refusal });
    const tenant = (await pageHostOf(req.headers.host).catch(() => null))?.tenant ?? null;
    const kind = status === 429 ? 'throttled' : status < 500 ? 'problem' : 'unavailable';
    const isPaused = tenant !== null && tenant.state !== 'active';
    const about = isPaused ? {} : ({ kind } as const);
    await failVisit({ req, res, tenant, status, requestId, headers, ...about });
  }

  async function endpoint(
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
    methods: readonly string[],
  ): Promise<OAuthRefusal | undefined> {
    const address = addressOf(req);
    const addressRefusal = limits.address(address);
    if (addressRefusal) return tooMany(addressRefusal);
    const found = await pageHost(path, req.headers.host);
    if (!found) return nothingHere;
    const { tenant } = found;
    noteAccess({ tenantId: tenant.id });
    const origin = originOf(found, req.headers.host);
    const tenantRefusal = limits.tenant(tenant);
    if (tenantRefusal) return tooMany(tenantRefusal);
    const method = req.method === 'HEAD' ? 'GET' : (req.method ?? '');
    if (!methods.includes(method)) return wrongMethod(methods.join(', '));
    if (tenant.state !== 'active') return notServed(tenant.state);
    if (path === 'oauth2/userinfo') await answerUserinfo(req, res, tenant);
    else if (method === 'POST' && crossSitePaths.has(path))
      await redirectToGet(req, res, path, origin);
    else {
      const engine = await engineOf(tenant);
      normalise(req, path, origin, address);
      await engine.handle(req, res);
    }
    return undefined;
  }

  async function answered(
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
  ): Promise<OAuthRefusal | undefined> {
    const published = oauthDocuments[path];
    const found = published ?? oauthEndpoint(path);
    if (!found) return nothingHere;
    noteAccess({ operationId: found.operationId });
    return (published ? document : endpoint)(req, res, path, found.methods);
  }

  return {
    owns: ({ segments }) =>
      segments[0] === 'oauth2' ||
      segments[0] === 'activate' ||
      (segments[0] === '.well-known' && segments.join('/') in oauthDocuments),
    async handle(req, res, { line, requestId }) {
      const path = line.segments.join('/');
      res.setHeader('x-request-id', requestId);
      try {
        const refusal = await answered(req, res, path);
        if (refusal) await refuse({ req, res, path }, refusal, requestId);
      } catch (error) {
        const { status, details } = asProblem(error);
        log.error({ err: error, requestId }, 'an OAuth request failed');
        if (res.headersSent) return void res.destroy();
        const refusal =
          status === 503
            ? {
                status,
                error: 'temporarily_unavailable',
                description: 'the server is busy; retry in a moment',
                headers: details.headers,
              }
            : {
                status: 500,
                error: 'server_error',
                description: `the request failed (${requestId})`,
              };
        await refuse({ req, res, path }, refusal, requestId);
      }
      if (!req.complete) req.resume();
    },
  };
}
