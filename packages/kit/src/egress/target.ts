import { parseUrl } from '@platform/contracts';
import { isIP, isIPv6 } from 'node:net';
import { EgressRefused } from './egress-error.ts';
import type { EgressOptions } from './egress-options.ts';
import { profiles } from './profiles.ts';
import type { EgressProfile, EgressScheme } from './profiles.ts';

/** The target of a call that passed the rules. */
export interface Target {
  scheme: EgressScheme;
  /** In WHATWG serialization, IPv6 without brackets. */
  hostname: string;
  port: number;
  /** Allowed by the operator by name: its addresses are not checked. */
  isAllowedHost: boolean;
  /** Allowed by the caller's own list as internal: not called through the proxy. */
  isInternal: boolean;
}

/** Exceptions that the operator adds to a profile. */
export interface TargetRules {
  profile: EgressProfile;
  allowedHosts: ReadonlySet<string>;
  plainHttpHosts: ReadonlySet<string>;
  trustedOrigins: ReadonlySet<string>;
  allowInsecureHttp: boolean;
  platformDomain: string | undefined;
}

const maxUrlLength = 2048;

/**
 * Parses a URL once (WHATWG) and applies the profile's rules to the parsed value, the only one used
 * from here on.
 * @throws EgressRefused
 */
export const checkedUrl = (text: string, rules: TargetRules): { url: URL; target: Target } => {
  const url =
    (text.length <= maxUrlLength ? parseUrl(text) : undefined) ??
    refuse('invalid_format', `must be a URL of at most ${maxUrlLength} characters`);
  const scheme = url.protocol;
  if (scheme !== 'https:' && scheme !== 'http:')
    return refuse('scheme_not_allowed', 'must be an https URL');
  if (url.username !== '' || url.password !== '')
    return refuse('userinfo_not_allowed', 'must not contain a user name or password');
  if (url.href.includes('#')) return refuse('fragment_not_allowed', 'must not contain a fragment');
  const port = url.port === '' ? defaultPorts[scheme] : Number(url.port);
  return { url, target: checkedTarget(scheme, url.hostname, port, rules) };
};

/** Like {@link checkedUrl}, for a socket; `hostname` is as entered. */
export const checkedSocket = (
  scheme: 'tls:' | 'tcp:',
  hostname: string,
  port: number,
  rules: TargetRules,
): Target =>
  checkedTarget(
    scheme,
    normalHost(hostname) ?? refuse('host_not_allowed', 'must be a host name'),
    port,
    rules,
  );

/**
 * Normalizes a host as WHATWG does (`[::1]`, punycode, lower case). Returns null if the text is not
 * just a host.
 */
const normalHost = (text: string): string | null => {
  const written = isIPv6(text) ? `[${text}]` : text;
  // A special scheme makes the parser treat the host as such, not as opaque; any other component
  // appears in the rest.
  if (/[/\\?#@\s]/.test(written) || /:\d*$/.test(written.replace(/\[.*\]/, ''))) return null;
  return parseUrl(`https://${written}`)?.hostname ?? null;
};

const defaultPorts = { 'https:': 443, 'http:': 80 };
const privateSuffixes = ['localhost', 'internal', 'local', 'svc'];

const checkedTarget = (
  scheme: EgressScheme,
  host: string,
  port: number,
  rules: TargetRules,
): Target => {
  const hostname = host.replace(/^\[(.*)\]$/, '$1');
  const isInternal = rules.allowedHosts.has(host);
  const place = { scheme, hostname, port, isInternal };
  if (rules.trustedOrigins.has(`${scheme}//${host}:${port}`))
    return { ...place, isAllowedHost: true };
  const ranges = rules.profile.ports[scheme];
  if (ranges === undefined || (scheme === 'http:' && !mayBePlain(host, rules)))
    return refuse('scheme_not_allowed', 'must be an https URL');
  if (!isInternal && !mayBeHost(hostname, rules))
    return refuse('host_not_allowed', 'must have a host that the platform may call');
  if (!ranges.some(([from, to]) => port >= from && port <= to))
    return refuse('port_not_allowed', 'must use a port that the platform may call');
  return { ...place, isAllowedHost: isInternal };
};

const mayBePlain = (
  host: string,
  { profile, allowInsecureHttp, plainHttpHosts }: TargetRules,
): boolean =>
  profile.plainHttp === 'switched'
    ? allowInsecureHttp
    : profile.plainHttp === 'listed' && plainHttpHosts.has(host);

const mayBeHost = (hostname: string, { profile, platformDomain }: TargetRules): boolean => {
  // Node never calls `lookup` for a literal, so no later step would check it.
  if (isIP(hostname) !== 0) return false;
  const name = hostname.replace(/\.$/, '');
  const labels = name.split('.');
  if (labels.includes('')) return false;
  if (profile.hosts === 'any') return true;
  return (
    labels.length > 1 &&
    !privateSuffixes.includes(labels.at(-1) ?? '') &&
    (platformDomain === undefined ||
      !`.${name}`.endsWith(`.${platformDomain.replace(/^\./, '').toLowerCase()}`))
  );
};

const refuse = (code: EgressRefused['code'], message: string): never => {
  throw new EgressRefused(code, message);
};

const hostSet = (hosts: Iterable<string> = []): Set<string> =>
  new Set(
    [...hosts].map((host) => {
      const normal = normalHost(host);
      if (normal === null) throw new TypeError(`"${host}" is not an exact host name`);
      return normal;
    }),
  );

const originOf = (text: string): string => {
  const { protocol, hostname, port } = new URL(text);
  return `${protocol}//${hostname}:${port || (protocol === 'http:' ? 80 : 443)}`;
};

/** Returns the rules for targets: the profile's, plus the operator's exceptions. */
export const targetRules = (options: EgressOptions): TargetRules => ({
  profile: profiles[options.profile],
  allowedHosts: hostSet(options.allowedHosts),
  plainHttpHosts: hostSet(options.plainHttpHosts),
  trustedOrigins: new Set([...(options.trustedOrigins ?? [])].map(originOf)),
  allowInsecureHttp: options.allowInsecureHttp ?? false,
  platformDomain: options.platformDomain,
});
