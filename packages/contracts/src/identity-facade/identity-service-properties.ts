import { channel, serviceAccount } from '../configuration/channels.ts';
import { checks, property } from '../configuration/property.ts';
import { parseUrl } from '../common/url.ts';

function baseUrl(value: string): string | undefined {
  const url = parseUrl(value);
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash;
  return isHttp && isPlain && !value.endsWith('/')
    ? undefined
    : 'must be an http or https URL without user, query, fragment or trailing slash';
}

/** The address of the identity service, and the allowed callers of the one in this process. */
export const identityServiceProperties = {
  'platform.idp-facade.identity-service-base-url': property(
    'String',
    'http://localhost:8081',
    'Base URL of the identity service for server-to-server calls to `/internal/tenants/{tenantId}/...`. With a loopback host and the port of this process or 8081, the identity service runs inside this process.',
    { check: baseUrl },
  ),
  'platform.idp-facade.token-path': property(
    'String',
    '/var/run/secrets/tokens/identity-facade',
    'File with the projected token for the identity service (audience `identity-tenant-facade`). Used only if the identity service runs in another process.',
  ),
  'platform.idp-facade.remote.connect-timeout': property(
    'Duration',
    '2s',
    'Maximum time to connect to an identity service in another process, including TLS.',
    { check: checks.positive },
  ),
  'platform.idp-facade.remote.read-timeout': property(
    'Duration',
    '5s',
    'Maximum time to wait for a response of an identity service in another process. Operations that may take longer have their own limit.',
    { check: checks.positive },
  ),
  'platform.idp-facade.hub-base-url': property(
    'String',
    'http://hub:8080',
    'Base URL of the hub, which creates the link intents of invitations.',
    { check: baseUrl },
  ),
  'platform.idp-facade.hub-token-path': property(
    'String',
    '/var/run/secrets/tokens/hub-internal-auth',
    "File with the projected token for the hub's account channels (audience `hub-internal-auth`).",
  ),
  ...channel('platform.idp-facade.service-identity.cluster', {
    audience: 'identity-tenant-facade',
    allowedSub: serviceAccount('identity-service'),
  }),
};
