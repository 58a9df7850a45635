import type { Config } from '@platform/kit/config';
import { scimRequestOperations } from '@platform/contracts';
import { serve } from '@platform/kit/http';
import { every, gatewayAccount } from '@platform/kit/service';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { scimOrigin } from '../config.ts';
import type { directoryConfig } from '../config.ts';
import { bookmarks } from '../scim/bookmarks.ts';
import { scimRequestHandlers } from '../scim/requests/scim-request-handlers.ts';
import { scimRequestLog } from '../scim/requests/scim-request-log.ts';
import { deleteOldScimRequests } from '../scim/requests/scim-request-store.ts';
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
  const { db, bus, cursors, secrets, trust, log } = platform;
  const requests = scimRequestLog({ db, log, clock: Date.now });
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
    noteCaller: requests.noteCaller,
  });
  return {
    mounts: [serve(scimRequestOperations, scimRequestHandlers(cursors))],
    surfaces: [requests.record(surface)],
    workers: [
      requests.worker,
      every(3_600_000, 'old scim requests', log, () => deleteOldScimRequests(db)),
    ],
  };
}
