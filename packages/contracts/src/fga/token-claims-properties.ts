import { checks, property } from '../configuration/property.ts';

const longestCall = 5000;
const someUrl = (s: string): string | undefined =>
  s === '' ? 'must be an absolute URL' : checks.url(s);

/**
 * Properties of access claims in tokens, and of the access service's calls to the hub's
 * applications channel.
 */
export const tokenClaimsProperties = {
  'platform.applications.hub.base-url': property(
    'String',
    'http://hub:8080',
    'Base URL of the hub, with which claims webhooks are registered.',
    { check: someUrl },
  ),
  'platform.applications.hub.service-identity-token-path': property(
    'String',
    '/var/run/secrets/tokens/hub-applications-facade',
    "File with the projected token for the hub's applications channel. Read for each call.",
  ),
  'platform.token-claims.enrichment-url': property(
    'String',
    'http://product-api:8082/internal/claims-enrichment',
    "URL that is registered with the hub as a client's claims webhook when token claims are enabled. If it changes, every enabled client is registered again.",
    { check: someUrl },
  ),
  'platform.token-claims.max-response-bytes': property(
    'Int',
    '65536',
    'Maximum size of the serialized claims object that enrichment returns, in bytes.',
    { check: checks.between(1024, 16_777_216) },
  ),
  'platform.token-claims.target-bytes': property(
    'Int',
    '8192',
    'Size above which claims are omitted in a fixed order and listed in `overage`.',
    { check: checks.between(1024, 16_777_216) },
  ),
  'platform.token-claims.timestamp-tolerance-seconds': property(
    'Long',
    '300',
    'Maximum clock skew of an enrichment call, in either direction.',
    { check: checks.positive },
  ),
  'platform.token-claims.hub-timeout': property(
    'Duration',
    '3s',
    "Maximum duration of a call to the hub's applications channel.",
    { check: checks.between(100, longestCall) },
  ),
};
