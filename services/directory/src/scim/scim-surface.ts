import {
  scimDiscoveryOperations,
  scimGroupOperations,
  scimUserOperations,
} from '@platform/contracts';
import { operationSurface, serve } from '@platform/kit/http';
import type { Surface } from '@platform/kit/http';
import type { Platform } from '@platform/kit/service';
import { discoveryHandlers, unsupportedMount } from './schemas/discovery-handlers.ts';
import { scimAuthenticator } from './scim-authentication.ts';
import type { ScimAuthenticationOptions } from './scim-authentication.ts';
import { scimCodec } from './scim-codec.ts';
import type { ScimOptions } from './scim-context.ts';
import { scimGroupHandlers } from './scim-group-handlers.ts';
import { scimUserHandlers } from './scim-user-handlers.ts';

const owns: Surface['owns'] = ({ segments }) => segments[0] === 'scim' && segments[1] === 'v2';

/** `/scim/v2/{directoryId}/**` (RFC 7644), under the bearers of the directory. */
export const scimSurface = (
  { db, secrets, log }: Pick<Platform, 'db' | 'secrets' | 'log'>,
  options: ScimOptions & Omit<ScimAuthenticationOptions, 'db'>,
): Surface =>
  operationSurface({
    owns,
    codec: scimCodec,
    db,
    secrets,
    log,
    mounts: [
      serve(scimDiscoveryOperations, discoveryHandlers(options)),
      serve(scimUserOperations, scimUserHandlers(options)),
      serve(scimGroupOperations, scimGroupHandlers(options)),
      unsupportedMount,
    ],
    authenticator: scimAuthenticator({ db, ...options }),
  });
