import { claimsWebhookOperations, internalApplicationOperations } from '@platform/contracts';
import type { applicationOperations } from '@platform/contracts';
import { channelVerifier } from '@platform/kit/auth';
import { operationSurface, serve } from '@platform/kit/http';
import type { Handlers, Surface } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { Platform } from '@platform/kit/service';
import type { HubConfig } from '../config.ts';
import { internalAuthenticator } from './internal-authenticator.ts';

const owns: Surface['owns'] = ({ segments }) =>
  segments[0] === 'internal' && segments[1] === 'applications';

/** The handlers of the surface. */
export interface InternalHandlers {
  applications: Handlers<typeof applicationOperations>;
  claimsWebhooks: Handlers<typeof claimsWebhookOperations>;
}

/** The surface of a disabled channel: every path is 404. */
const closedSurface: Surface = {
  owns,
  handle() {
    throw problem('not_found');
  },
};

/** Serves applications and their claims webhooks to other services, at `/internal/applications/**`. */
export function internalApplications(
  platform: Platform,
  config: HubConfig,
  handlers: InternalHandlers,
): Surface {
  const { db, secrets, log, trust } = platform;
  const verifyCaller = channelVerifier(
    'platform.applications.service-identity.cluster',
    {
      enabled: config.applicationsEnabled,
      issuer: config.applicationsIssuer,
      jwksUri: config.applicationsJwksUri,
      audience: config.applicationsAudience,
      allowedSub: config.applicationsAllowedSub,
      caPath: config.applicationsCaPath,
      tokenPath: config.applicationsTokenPath,
      connectTimeout: config.applicationsConnectTimeout,
      readTimeout: config.applicationsReadTimeout,
    },
    log,
  );
  if (!verifyCaller) return closedSurface;
  return operationSurface({
    owns,
    db,
    secrets,
    log,
    mounts: [
      serve(internalApplicationOperations, handlers.applications),
      serve(claimsWebhookOperations, handlers.claimsWebhooks),
    ],
    authenticator: internalAuthenticator({
      headerName: config.applicationsHeaderName,
      verifyCaller,
      verifyBearer: trust.verifyBearer,
      tenants: trust.tenants,
    }),
  });
}
