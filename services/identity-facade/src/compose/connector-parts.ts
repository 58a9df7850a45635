import { socialConnectorOperations } from '@platform/contracts';
import { serve } from '@platform/kit/http';
import { resealing } from '@platform/kit/resealing';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { totpSealedColumn } from '../authenticators/totp-secrets.ts';
import { connectorDiscovery } from '../connectors/connector-discovery.ts';
import { connectorHandlers } from '../connectors/connector-handlers.ts';
import type { ConnectorOptions } from '../connectors/connector-handlers.ts';
import { connectorSealedColumn, connectorSeals } from '../connectors/connector-secrets.ts';
import { clockOf } from './test-options.ts';
import type { IdentityFacadeOptions } from './test-options.ts';

/** Puts social connectors together. */
export function connectorParts(
  platform: Platform,
  { pageOrigins, requireUnused }: Pick<ConnectorOptions, 'pageOrigins' | 'requireUnused'>,
  options: IdentityFacadeOptions,
): Required<Pick<ServiceParts, 'mounts' | 'workers' | 'singletons'>> {
  const egress = platform.egress('connectors', options.egress);
  const handlers = connectorHandlers({
    seals: connectorSeals(platform.secrets),
    discover: connectorDiscovery(egress),
    pageOrigins,
    requireUnused,
    clock: clockOf(options),
  });
  return {
    mounts: [serve(socialConnectorOperations, handlers)],
    singletons: [resealing(platform, [connectorSealedColumn, totpSealedColumn])],
    workers: [{ start: () => undefined, stop: () => egress.close() }],
  };
}
