import { parseUrl } from '@platform/contracts';
import type { ApplicationTypeName } from '@platform/contracts';

const printable = /^[\x21-\x7e]+$/;
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a host is a loopback host (RFC 8252 §7.3). */
const isLoopbackHost = (hostname: string): boolean => loopback.has(hostname);

/** Whether a URI has port 0. No application can listen on it, so a native application cannot have chosen it (RFC 8252 §7.3). */
export const namesPortZero = (text: string): boolean => parseUrl(text)?.port === '0';

/**
 * Returns why a redirect URI cannot be registered; undefined if it can. URIs are compared exactly (RFC 9700 §2.1), so a
 * wildcard would never match, and a fragment (RFC 6749 §3.1.2) would never arrive.
 */
export function redirectUriFault(text: string, type: ApplicationTypeName): string | undefined {
  const url = printable.test(text) && !/[\\<>"{}|^`]/.test(text) ? parseUrl(text) : undefined;
  if (!url) return 'must be an absolute URI';
  if (text.includes('#')) return 'must not contain a fragment';
  if (text.includes('*')) return 'must not contain a wildcard';
  const { username, password } = url;
  if (username !== '' || password !== '' || /^[^/?]+:\/\/[^/?]*@/.test(text))
    return 'must not contain user information';
  const scheme = text.slice(0, text.indexOf(':')).toLowerCase();
  if (scheme === 'https' || scheme === 'http') return webFault(text, type);
  if (!scheme.includes('.')) return 'must be https, or a private-use scheme with a dot';
  return type === 'native'
    ? undefined
    : 'can have a private-use scheme only for applications of type native';
}

function webFault(text: string, type: ApplicationTypeName): string | undefined {
  // `URL` accepts `https:host` and `https:///host`, from which other parsers read a different host.
  if (!/^https?:\/\/[^/?]/i.test(text)) return 'must be an absolute URI';
  const { protocol, hostname } = new URL(text);
  if (namesPortZero(text)) return 'must not name port 0';
  const isLoopback = isLoopbackHost(hostname);
  // RFC 8252 §7.2, §7.3: a native application claims an https URI through its domain, and a loopback host cannot be claimed.
  if (protocol === 'https:' && isLoopback && type === 'native')
    return 'must be http for a loopback host; its port may differ in each request';
  return protocol === 'http:' && !isLoopback
    ? 'must be https; http is allowed only for loopback hosts'
    : undefined;
}

/** Returns why an origin cannot be registered; undefined if it can. */
export function originFault(text: string): string | undefined {
  const url = parseUrl(text);
  if (!url || text.includes('*') || url.origin !== text)
    return 'must be an origin, such as https://app.example.com';
  const { protocol, hostname } = url;
  if (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))) return undefined;
  return 'must be https; http is allowed only for loopback hosts';
}
