import type { EgressOptions } from './egress-options.ts';
import { profiles } from './profiles.ts';
import { normalHost } from './target.ts';
import type { TargetRules } from './target.ts';

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
