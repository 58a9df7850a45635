import type { Platform, ServiceParts } from '@platform/kit/service';
import { tenantPurge } from '@platform/kit/tenant-purge';
import type { IdentityFacadeConfig } from '../config.ts';
import { connectorStates } from '../connectors/offered-connectors.ts';
import { requireUnusedConnector } from '../login-flows/connector-uses.ts';
import { effectiveLogin } from '../login-flows/effective-login.ts';
import { experienceParts } from './experience-parts.ts';
import { loginFlowParts } from './login-flow-parts.ts';
import type { IdentityFacadeOptions } from './test-options.ts';

/** Puts the areas of identity facade together. */
export function composeIdentityFacade(
  platform: Platform,
  config: IdentityFacadeConfig,
  options: IdentityFacadeOptions,
): ServiceParts {
  tenantPurge(platform);
  const flows = loginFlowParts(platform, { connectors: connectorStates });
  const experience = experienceParts(platform, config, {
    findFlow: effectiveLogin,
    requireUnused: requireUnusedConnector,
    ...options,
  });
  return {
    ...experience,
    mounts: [...experience.mounts, ...flows.mounts],
    singletons: [...(experience.singletons ?? []), ...flows.singletons],
  };
}
