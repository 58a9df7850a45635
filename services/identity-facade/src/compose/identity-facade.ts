import { loginPreviewOperations } from '@platform/contracts';
import { serve } from '@platform/kit/http';
import { knownClients } from '@platform/siblings/known-clients';
import { serveOverview } from '@platform/siblings/overview';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { serveTenantMove } from '@platform/data-lifecycle/tenant-move';
import { tenantPurge } from '@platform/data-lifecycle/tenant-purge';
import type { IdentityFacadeConfig } from '../config.ts';
import { connectorStates } from '../connectors/offered-connectors.ts';
import { requireUnusedConnector } from '../login-flows/connector-uses.ts';
import type { FindLoginFlow } from '../login/resolve-login.ts';
import { identityOverview } from '../overview/identity-overview.ts';
import { effectiveLogin } from '../login-flows/effective-login.ts';
import { minimumLengthIn } from '../passwords/password-length.ts';
import { experienceParts } from './experience-parts.ts';
import { isOwnProcess } from '../identity-service/service-location.ts';
import { previewHandlers, previewRpc } from '../previews/preview-handlers.ts';
import { deleteExpiredPreviews } from '../previews/preview-store.ts';
import { loginFlowParts } from './login-flow-parts.ts';
import { movedRows } from './moved-rows.ts';
import { remoteParts } from './remote-parts.ts';
import { surfaceParts } from './surface-parts.ts';
import { tenantNames } from './tenant-names.ts';
import { clockOf } from './test-options.ts';
import type { IdentityFacadeOptions } from './test-options.ts';

/** Composes the areas of the identity service, which keeps everything in this process's database. */
function embeddedParts(
  platform: Platform,
  config: IdentityFacadeConfig,
  options: IdentityFacadeOptions,
): ServiceParts {
  const clients = knownClients({ hub: () => platform.peer('hub'), bus: platform.bus });
  const flows = loginFlowParts(platform, { connectors: connectorStates, clients });
  const lengthIn = minimumLengthIn({
    minLength: config.passwordMinLength,
    singleFactorMinLength: config.passwordSingleFactorMinLength,
  });
  const findFlow: FindLoginFlow = async (tx, login) => {
    const flow = await effectiveLogin(tx, login);
    return { ...flow, passwordMinLength: lengthIn(flow) };
  };
  const experience = experienceParts(platform, config, {
    findFlow,
    clients,
    requireUnused: requireUnusedConnector,
    ...options,
  });
  const mounts = [...experience.mounts, ...flows.mounts];
  const previews = previewHandlers({
    db: platform.db,
    tenantName: tenantNames(platform),
    clients,
    clock: clockOf(options),
  });
  const { rpc = [], surfaces = [], workers = [], singletons = [] } = experience;
  const surface = surfaceParts(platform, config, { mounts, rpc });
  return {
    ...experience,
    mounts: [...mounts, serve(loginPreviewOperations, previews)],
    rpc: [
      ...rpc,
      serveOverview(platform.rpcRunner, identityOverview),
      previewRpc(platform.rpcRunner),
      serveTenantMove(platform, movedRows),
    ],
    surfaces: [...surfaces, ...surface.surfaces],
    workers: [...workers, ...surface.workers],
    singletons: [
      ...singletons,
      ...flows.singletons,
      {
        name: 'expired login previews',
        schedule: 600_000,
        work: () => deleteExpiredPreviews(platform.db),
      },
    ],
  };
}

/** Composes identity-facade over the identity service in this process, or over a remote one. */
export function composeIdentityFacade(
  platform: Platform,
  config: IdentityFacadeConfig,
  options: IdentityFacadeOptions,
): ServiceParts {
  tenantPurge(platform);
  return isOwnProcess(config.identityServiceUrl, config.httpPort)
    ? embeddedParts(platform, config, options)
    : remoteParts(platform, config);
}
