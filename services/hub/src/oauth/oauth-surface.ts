import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Tenant } from '@platform/kit/auth';
import { sendJson } from '@platform/kit/http';
import type { Surface } from '@platform/kit/http';
import { clientAddress, parseCidr } from '@platform/kit/ip';
import type { Logger } from '@platform/kit/log';
import { asProblem } from '@platform/kit/problem';
import type { SigningKeys } from '../signing-keys/signing-keys.ts';
import { issuerMetadata } from './metadata.ts';
import { sendRefusal } from './oauth-error.ts';
import type { OAuthRefusal } from './oauth-error.ts';
import type { OAuthLimits } from './oauth-limits.ts';
import type { providers } from './providers.ts';

export interface OAuthSurfaceOptions {
  tenantOf: (host: string | undefined) => Promise<Tenant | null>;
  engineOf: ReturnType<typeof providers>;
  keys: Pick<SigningKeys, 'current'>;
  limits: OAuthLimits;
  trustedProxies: Iterable<string>;
  log: Logger;
}

const documents = [
  '.well-known/openid-configuration',
  '.well-known/oauth-authorization-server',
  'oauth2/jwks',
];
const endpoints = ['oauth2/token', 'oauth2/introspect', 'oauth2/revoke'];
const forwarding = /^(x-forwarded-|forwarded$|x-real-ip$)/;
const maxAge = { 'cache-control': 'public, max-age=300' };

const nothingHere: OAuthRefusal = {
  status: 404,
  error: 'invalid_request',
  description: 'there is nothing here',
};
const wrongMethod = (allow: string): OAuthRefusal => ({
  status: 405,
  error: 'invalid_request',
  description: `send ${allow}`,
  headers: { allow },
});
const tooMany = (headers: Record<string, string>): OAuthRefusal => ({
  status: 429,
  error: 'temporarily_unavailable',
  description: 'too many requests',
  headers,
});
const notServed = (state: Tenant['state']): OAuthRefusal => ({
  status: 403,
  error: 'access_denied',
  description: `the tenant is ${state}`,
});

/**
 * The engine makes addresses out of the request's head: it sees the issuer's host, scheme and one client address, and
 * nothing that the caller wrote there.
 */
function normalise(req: IncomingMessage, path: string, issuer: string, address: string): void {
  const { host, protocol } = new URL(issuer);
  for (const name of Object.keys(req.headers)) if (forwarding.test(name)) delete req.headers[name];
  req.headers.host = host;
  req.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  req.headers['x-forwarded-host'] = host;
  req.headers['x-forwarded-for'] = address;
  req.headers.accept = 'application/json';
  delete req.headers.cookie;
  req.url = `/${path}`;
}

/** OAuth 2.0 of every issuer: metadata, keys, and the endpoints for machines. */
export function oauthSurface({
  tenantOf,
  engineOf,
  keys,
  limits,
  trustedProxies,
  log,
}: OAuthSurfaceOptions): Surface {
  const proxies = [...trustedProxies].map((cidr) => parseCidr(cidr));

  async function document(
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
  ): Promise<OAuthRefusal | undefined> {
    const tenant = await tenantOf(req.headers.host);
    if (!tenant) return nothingHere;
    if (req.method !== 'GET' && req.method !== 'HEAD') return wrongMethod('GET, HEAD');
    const body =
      path === 'oauth2/jwks' ? (await keys.current()).published : issuerMetadata(tenant.issuer);
    sendJson(res, 200, JSON.stringify(body), { ...maxAge, 'access-control-allow-origin': '*' });
    return undefined;
  }

  async function endpoint(
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
  ): Promise<OAuthRefusal | undefined> {
    const address = clientAddress({
      peer: req.socket.remoteAddress,
      forwardedFor: req.headersDistinct['x-forwarded-for'] ?? [],
      trustedProxies: proxies,
    });
    const addressRefusal = limits.address(address);
    if (addressRefusal) return tooMany(addressRefusal);
    const tenant = await tenantOf(req.headers.host);
    if (!tenant) return nothingHere;
    const tenantRefusal = limits.tenant(tenant);
    if (tenantRefusal) return tooMany(tenantRefusal);
    if (req.method !== 'POST') return wrongMethod('POST');
    if (tenant.state !== 'active') return notServed(tenant.state);
    const engine = await engineOf(tenant);
    normalise(req, path, tenant.issuer, address);
    await engine(req, res);
    return undefined;
  }

  return {
    owns: ({ segments }) =>
      segments[0] === 'oauth2' ||
      (segments[0] === '.well-known' && documents.includes(segments.join('/'))),
    async handle(req, res, { line, requestId }) {
      const path = line.segments.join('/');
      res.setHeader('x-request-id', requestId);
      try {
        const refusal = documents.includes(path)
          ? await document(req, res, path)
          : endpoints.includes(path)
            ? await endpoint(req, res, path)
            : nothingHere;
        if (!refusal) return;
        sendRefusal(res, refusal);
      } catch (error) {
        const { status, details } = asProblem(error);
        log.error({ err: error, requestId }, 'an OAuth request failed');
        if (status === 503)
          sendRefusal(res, {
            status,
            error: 'temporarily_unavailable',
            description: 'try again in a moment',
            ...(details.headers ? { headers: details.headers } : {}),
          });
        else
          sendRefusal(res, {
            status: 500,
            error: 'server_error',
            description: `something went wrong (${requestId})`,
          });
      }
      if (!req.complete) req.resume();
    },
  };
}
