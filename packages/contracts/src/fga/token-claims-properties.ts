import { checks, property } from '../configuration/property.ts';

const longestCall = 5000;
const someUrl = (s: string): string | undefined =>
  s === '' ? 'must be an absolute URL' : checks.url(s);

/** Properties of access claims in tokens, and of fga's calls to the hub's applications channel. */
export const tokenClaimsProperties = {
  'platform.applications.hub.base-url': property(
    'String',
    'http://hub:8080',
    'Base URL of the hub, where claims webhooks are registered.',
    { check: someUrl },
  ),
  'platform.applications.hub.service-identity-token-path': property(
    'String',
    '/var/run/secrets/tokens/hub-applications-facade',
    "Projected token presented to the hub's applications channel; read at each call.",
  ),
  'platform.token-claims.enrichment-url': property(
    'String',
    'http://product-api:8082/internal/claims-enrichment',
    "URL registered with the hub as a client's claims webhook when token claims are enabled. When it changes, every enabled client is registered again.",
    { check: someUrl },
  ),
  'platform.token-claims.max-response-bytes': property(
    'Int',
    '65536',
    'Ceiling on the serialized claims object that enrichment answers.',
    { check: checks.between(1024, 16_777_216) },
  ),
  'platform.token-claims.target-bytes': property(
    'Int',
    '8192',
    'Above this size, whole claims are left out in a fixed order and named in `overage`.',
    { check: checks.between(1024, 16_777_216) },
  ),
  'platform.token-claims.timestamp-tolerance-seconds': property(
    'Long',
    '300',
    'Maximum clock difference of an enrichment call, in either direction.',
    { check: checks.positive },
  ),
  'platform.token-claims.hub-timeout': property(
    'Duration',
    '3s',
    "Maximum duration of a call to the hub's applications channel.",
    { check: checks.between(100, longestCall) },
  ),
};
