import type { FieldError } from '@platform/contracts';
import { parseUrl } from '@platform/contracts';

type Fault = Pick<FieldError, 'code' | 'detail'>;

const bad = (detail: string): Fault => ({ code: 'invalid_format', detail });
const unreserved = /[A-Za-z0-9._~-]/;
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const names = /^(?:urn:[a-z0-9][a-z0-9-]{0,30}[a-z0-9]:|api:)[A-Za-z0-9\-._~!$&'()*+,;=:@/%]+$/;

/** RFC 3986 §6.2.2: encoded octets have one spelling. */
function encodingFault(identifier: string): Fault | undefined {
  for (const [octet, hex = ''] of identifier.matchAll(/%(.{0,2})/g)) {
    if (!/^[0-9A-F]{2}$/.test(hex))
      return bad(`must not contain ${octet}: encode octets as % and two upper-case digits`);
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    if (unreserved.test(character)) return bad(`must contain ${character} instead of ${octet}`);
  }
  return undefined;
}

function urlFault(identifier: string): Fault | undefined {
  const url = parseUrl(identifier);
  if (!url) return bad('must be an absolute URI');
  if (url.username !== '' || url.password !== '') return bad('must not contain user information');
  if (url.protocol === 'http:' && !loopback.test(url.hostname))
    return bad('must be an https URL; http is allowed for loopback hosts only');
  const canonical = url.href;
  return identifier === canonical || `${identifier}/` === canonical
    ? undefined
    : bad(`must be in its normal form, ${canonical}`);
}

/** What is wrong with the form of an identifier of an API; undefined if nothing is. */
export function identifierFault(identifier: string): Fault | undefined {
  if (/[?#]/.test(identifier)) return bad('must not contain a query or fragment');
  if (/^https?:\/\//.test(identifier)) return encodingFault(identifier) ?? urlFault(identifier);
  if (names.test(identifier)) return encodingFault(identifier);
  return bad('must be an https URL, an http URL of a loopback host, or a urn: or api: URI');
}

/** The form in which identifiers are compared: an empty path is `/` (RFC 3986 §6.2.3). */
export const canonicalIdentifier = (identifier: string): string =>
  /^https?:\/\/[^/]+$/.test(identifier) ? `${identifier}/` : identifier;

export interface ReservedIdentifiersOptions {
  /** Names of the management API at any issuer. */
  apiResources: Iterable<string>;
  platformIssuer: string;
  /** With a leading dot. */
  platformDomain: string;
}

const hostOf = (identifier: string): { host: string; hostname: string } | undefined =>
  /^https?:/.test(identifier) ? parseUrl(identifier) : undefined;

/** Whether an identifier names the platform, or is on one of its own hosts. */
export function reservedIdentifiers({
  apiResources,
  platformIssuer,
  platformDomain,
}: ReservedIdentifiersOptions): (identifier: string) => boolean {
  const own = new Set([...apiResources].map(canonicalIdentifier));
  const hosts = new Set([platformIssuer, ...own].flatMap((url) => hostOf(url)?.host ?? []));
  return (identifier) => {
    if (identifier === 'product-api' || /^urn:platform:/i.test(identifier)) return true;
    if (own.has(canonicalIdentifier(identifier))) return true;
    const url = hostOf(identifier);
    return (
      url !== undefined &&
      (hosts.has(url.host) || `.${url.hostname.toLowerCase()}`.endsWith(platformDomain))
    );
  };
}
