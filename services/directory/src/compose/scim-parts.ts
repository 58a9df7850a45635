import type { Config } from '@platform/kit/config';
import { gatewayAccount } from '@platform/kit/service';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { scimOrigin } from '../config.ts';
import type { directoryConfig } from '../config.ts';
import { bookmarks } from '../scim/bookmarks.ts';
import type { ScimOptions } from '../scim/scim-context.ts';
import { scimSurface } from '../scim/scim-surface.ts';

export function scimParts(
  platform: Platform,
  config: Config<typeof directoryConfig>,
  {
    schemas,
    suppressionKeys,
    askErased,
  }: Pick<ScimOptions, 'schemas' | 'suppressionKeys' | 'askErased'>,
): ServiceParts {
  const { bus, cursors, secrets, trust } = platform;
  const surface = scimSurface(platform, {
    publicBaseUrl: scimOrigin(config),
    schemas,
    limits: config,
    suppressionKeys,
    secrets,
    askErased,
    cursors,
    bookmarks: bookmarks(bus),
    verifyGateway: trust.callersOf('directory', gatewayAccount),
    tenants: trust.tenants,
    clock: Date.now,
  });
  return { mounts: [], surfaces: [surface] };
}
