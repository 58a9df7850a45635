import { channelVerifier, projectedTokenFile } from '@platform/kit/auth';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { IdentityFacadeConfig } from '../config.ts';
import { operationsSurface } from '../identity-service/operations-surface.ts';
import { closedSurface, rpcSurface } from '../identity-service/rpc-surface.ts';
import { hubLinkIntents } from '../invitations/hub-link-intents.ts';
import { invitationLinks } from '../invitations/invitation-links.ts';
import { invitationSurface } from '../invitations/invitation-surface.ts';

/** Composes the pages behind the links of invitations. */
function invitationParts(
  { egress, peer }: Platform,
  { hubBaseUrl, hubTokenPath }: IdentityFacadeConfig,
) {
  const { origin, hostname } = new URL(hubBaseUrl);
  // The hub is internal: an egress proxy at the border cannot reach it.
  const outward = egress('hub', { trustedOrigins: [origin], allowedHosts: [hostname] });
  const intents = hubLinkIntents({
    egress: outward,
    baseUrl: hubBaseUrl,
    token: projectedTokenFile(hubTokenPath),
  });
  const directory = () => peer('directory').service('platform.directory.v1.Directory');
  return {
    links: invitationLinks({ directory, intents }),
    async stop() {
      intents.stop();
      await outward.close();
    },
  };
}

/** Opens the surfaces for facades that run elsewhere, and for the page that invitations link to. */
export function surfaceParts(
  platform: Platform,
  config: IdentityFacadeConfig,
  { mounts, rpc = [] }: Pick<ServiceParts, 'mounts' | 'rpc'>,
): Required<Pick<ServiceParts, 'surfaces' | 'workers'>> {
  const verify = channelVerifier(
    'platform.idp-facade.service-identity.cluster',
    {
      enabled: config.surfaceEnabled,
      issuer: config.surfaceIssuer,
      jwksUri: config.surfaceJwksUri,
      audience: config.surfaceAudience,
      allowedSub: config.surfaceAllowedSub,
      caPath: config.surfaceCaPath,
      tokenPath: config.surfaceTokenPath,
      connectTimeout: config.surfaceConnectTimeout,
      readTimeout: config.surfaceReadTimeout,
    },
    platform.log,
  );
  if (!verify) return { surfaces: [closedSurface], workers: [] };
  const { links, stop } = invitationParts(platform, config);
  return {
    surfaces: [
      invitationSurface({ links, verify }),
      operationsSurface(platform, { mounts, verify }),
      rpcSurface({ mounts: rpc, verify }),
    ],
    workers: [{ start: () => undefined, stop }],
  };
}
