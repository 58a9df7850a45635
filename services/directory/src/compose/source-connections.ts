import type { Config } from '@platform/kit/config';
import type { Egress } from '@platform/kit/egress';
import type { Platform } from '@platform/kit/service';
import type { directoryConfig } from '../config.ts';
import type { GoogleEndpoints } from '../sync/sources/google/google-source.ts';
import type { GraphEndpoints } from '../sync/sources/graph/graph-source.ts';
import type { DirectoryOptions } from './test-options.ts';

/** The endpoints of sources, and the clients that call them. */
export interface Sources {
  egress: Egress;
  google: GoogleEndpoints;
  clouds: ReadonlySet<string>;
  graph: (cloud: string) => GraphEndpoints | undefined;
  clock: () => number;
}

/**
 * Creates the clients for sources of users. Hosts that the operator configures are trusted; those
 * that a tenant names are checked.
 */
export function sourceConnections(
  platform: Pick<Platform, 'egress'>,
  config: Config<typeof directoryConfig>,
  { egress: more = {}, clock = Date.now }: DirectoryOptions,
): Sources {
  const { authorityUrls, graphUrls, googleTokenUrl, googleApiUrl } = config;
  const urls = [googleTokenUrl, googleApiUrl, ...[authorityUrls, graphUrls].flatMap(Object.values)];
  const clouds = Object.keys(authorityUrls).filter((cloud) => graphUrls[cloud] !== undefined);
  return {
    egress: platform.egress('federation', {
      trustedOrigins: urls.filter((url) => url !== ''),
      allowedHosts: config.internalHosts,
      ...more,
    }),
    google: { tokenUrl: googleTokenUrl, apiBaseUrl: googleApiUrl },
    clouds: new Set(clouds),
    graph(cloud) {
      const [authorityBaseUrl, graphBaseUrl] = [authorityUrls[cloud], graphUrls[cloud]];
      return authorityBaseUrl === undefined || graphBaseUrl === undefined
        ? undefined
        : { authorityBaseUrl, graphBaseUrl };
    },
    clock,
  };
}
