import { channelVerifier } from '@platform/kit/auth';
import type { Surface } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { IdentityFacadeConfig } from '../config.ts';
import { operationsSurface } from '../identity-service/operations-surface.ts';
import { closedSurface, rpcSurface } from '../identity-service/rpc-surface.ts';

/** Opens what this process serves to facades that run elsewhere. */
export function surfaceParts(
  platform: Platform,
  config: IdentityFacadeConfig,
  { mounts, rpc = [] }: Pick<ServiceParts, 'mounts' | 'rpc'>,
): Surface[] {
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
  if (!verify) return [closedSurface];
  return [operationsSurface(platform, { mounts, verify }), rpcSurface({ mounts: rpc, verify })];
}
