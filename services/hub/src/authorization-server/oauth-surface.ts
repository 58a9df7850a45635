import type { IncomingMessage, ServerResponse } from 'node:http';
import { ssfConfigurationOf } from '@platform/contracts';
import type { DirectoryTenant } from '@platform/kit/auth';
import { sendJson } from '@platform/kit/http';
import type { Surface } from '@platform/kit/http';
import { noteAccess } from '@platform/kit/telemetry';
import type { PageHost } from '../login/page-host.ts';
import type { OAuthRefusal } from '../oauth-errors/oauth-error.ts';
import { isBrowserPath, isCrossSitePath, normalise, redirectToGet } from './provider-request.ts';
import { dropSpentHint } from './logout-hint.ts';
import { issuerMetadata } from '../provider/metadata.ts';
import { apiOfMetadataPath, oauthDocument, oauthEndpoint } from './oauth-endpoints.ts';
import {
  notServed,
  nothingHere,
  failureRefusal,
  sendRefusal,
  tooMany,
  wrongMethod,
} from './oauth-refusals.ts';
import type { OAuthSurfaceOptions } from './oauth-surface-options.ts';
import { copyRequestedMode } from './refused-request-object.ts';

/**
 * Where clients of other authorization servers ask for tokens: the SDKs of OpenFGA append it to an issuer without a path.
 */
const aliases: Readonly<Record<string, string>> = { 'oauth/token': 'oauth2/token' };

const maxAge = { 'cache-control': 'public, max-age=300' };

/** A request to an OAuth path, and the methods that are supported there. */
interface OAuthCall {
  req: IncomingMessage;
  res: ServerResponse;
  path: string;
  methods: readonly string[];
}

/** Returns the origin of the page: the issuer, or a login domain of the tenant. */
const originOf = ({ tenant, passkeyRpId }: PageHost, host: string | undefined): string =>
  passkeyRpId === null ? tenant.issuer : `${new URL(tenant.issuer).protocol}//${host}`;

/** Returns the custom claims; none while they cannot be read, because the metadata is useful without them. */
const claimNamesOf = async (
  { schemasOf }: OAuthSurfaceOptions,
  tenantId: string,
): Promise<string[]> =>
  (await schemasOf(tenantId).catch(() => [])).map(({ claimName }) => claimName);

/** The platform's keys, and those of the tenant's own APIs, which no other tenant publishes. */
const keySetOf = async (
  { keys, resourceKeys }: OAuthSurfaceOptions,
  tenantId: string,
): Promise<object> => ({
  keys: [...(await keys.current()).published.keys, ...(await resourceKeys.published(tenantId))],
});

/** A public document of a tenant; undefined where there is none. */
async function documentOf(
  options: OAuthSurfaceOptions,
  path: string,
  { id, issuer }: DirectoryTenant,
): Promise<object | undefined> {
  const apiId = apiOfMetadataPath(path);
  if (apiId !== undefined) return options.publishedApis.metadata({ id, issuer }, apiId);
  if (path === 'oauth2/jwks') return keySetOf(options, id);
  if (path === 'oauth2/document-keys') return options.keys.documentKeys();
  if (path === '.well-known/ssf-configuration')
    return ssfConfigurationOf(issuer, options.apiBaseUrlOf(issuer));
  return issuerMetadata({
    issuer,
    customClaims: await claimNamesOf(options, id),
    locales: options.locales,
    protectedResources: await options.publishedApis.identifiers(id),
  });
}

async function sendDocument(
  options: OAuthSurfaceOptions,
  { req, res, path, methods }: OAuthCall,
): Promise<OAuthRefusal | undefined> {
  const tenant = await options.tenantOf(req.headers.host);
  if (!tenant) return nothingHere;
  noteAccess({ tenantId: tenant.id });
  if (!methods.includes(req.method ?? '')) return wrongMethod(methods.join(', '));
  const body = await documentOf(options, path, tenant);
  if (!body) return nothingHere;
  sendJson(res, 200, JSON.stringify(body), { ...maxAge, 'access-control-allow-origin': '*' });
  return undefined;
}

/** Finds the tenant of an endpoint. Login domains have only the endpoints for browsers. */
async function endpointHost(
  { tenantOf, pageHostOf }: OAuthSurfaceOptions,
  path: string,
  host: string | undefined,
): Promise<PageHost | null> {
  if (isBrowserPath(path)) return pageHostOf(host);
  const tenant = await tenantOf(host);
  return tenant && { tenant, passkeyRpId: null };
}

/** Returns the error for a request that the limits, the method or the state of the tenant do not allow; undefined if they do. */
function endpointRefusal(
  { limits }: OAuthSurfaceOptions,
  tenant: DirectoryTenant,
  method: string,
  methods: readonly string[],
): OAuthRefusal | undefined {
  const limited = limits.tenant(tenant);
  if (limited) return tooMany(limited);
  if (!methods.includes(method)) return wrongMethod(methods.join(', '));
  return tenant.state === 'active' ? undefined : notServed(tenant.state);
}

/** Returns the issuer and key ids with which the library verifies logout hints. */
async function hintKeys({ keys }: OAuthSurfaceOptions, { issuer }: DirectoryTenant) {
  const { signing } = await keys.current();
  return { issuer, kids: new Set(Object.values(signing).flatMap(({ kid }) => kid ?? [])) };
}

async function callEndpoint(
  options: OAuthSurfaceOptions,
  { req, res, path, methods }: OAuthCall,
): Promise<OAuthRefusal | undefined> {
  const address = options.addressOf(req);
  const limited = options.limits.address(address);
  if (limited) return tooMany(limited);
  const found = await endpointHost(options, path, req.headers.host);
  if (!found) return nothingHere;
  const { tenant } = found;
  noteAccess({ tenantId: tenant.id });
  const method = req.method === 'HEAD' ? 'GET' : (req.method ?? '');
  const refusal = endpointRefusal(options, tenant, method, methods);
  if (refusal) return refusal;
  const origin = originOf(found, req.headers.host);
  if (path === 'oauth2/userinfo') await options.answerUserinfo(req, res, tenant);
  else if (method === 'POST' && isCrossSitePath(path)) await redirectToGet(req, res, path, origin);
  else {
    const provider = await options.providerOf(tenant);
    normalise(req, path, origin, address);
    if (path === 'oauth2/authorize') copyRequestedMode(req);
    if (path === 'oauth2/logout') dropSpentHint(req, await hintKeys(options, tenant));
    await provider.handle(req, res);
  }
  return undefined;
}

async function answerCall(
  options: OAuthSurfaceOptions,
  { req, res, path }: Omit<OAuthCall, 'methods'>,
): Promise<OAuthRefusal | undefined> {
  const published = oauthDocument(path);
  const found = published ?? oauthEndpoint(path);
  if (!found) return nothingHere;
  noteAccess({ operationId: found.operationId });
  const call = { req, res, path, methods: found.methods };
  return published ? sendDocument(options, call) : callEndpoint(options, call);
}

/** Serves OAuth 2.0 and OpenID Connect for every issuer: metadata, keys and endpoints. */
export const oauthSurface = (options: OAuthSurfaceOptions): Surface => ({
  owns: ({ segments }) =>
    segments[0] === 'oauth2' ||
    segments[0] === 'activate' ||
    segments.join('/') in aliases ||
    (segments[0] === '.well-known' && oauthDocument(segments.join('/')) !== undefined),
  async handle(req, res, { line, requestId }) {
    const written = line.segments.join('/');
    const call = { req, res, path: aliases[written] ?? written };
    res.setHeader('x-request-id', requestId);
    try {
      const refusal = await answerCall(options, call);
      if (refusal) await sendRefusal(options, call, refusal, requestId);
    } catch (error) {
      const refusal = failureRefusal(error, requestId);
      if (refusal.status >= 500)
        options.log.error({ err: error, requestId }, 'an OAuth request failed');
      if (res.headersSent) return void res.destroy();
      await sendRefusal(options, call, refusal, requestId);
    }
    if (!req.complete) req.resume();
  },
});
