import type { Platform, ServiceParts } from '@platform/kit/service';
import { tenantPurge } from '@platform/kit/tenant-purge';
import type { IdentityFacadeConfig } from '../config.ts';
import { connectorStates } from '../connectors/offered-connectors.ts';
import { requireUnusedConnector } from '../login-flows/connector-uses.ts';
import type { FindLoginFlow } from '../login/resolve-login.ts';
import { effectiveLogin } from '../login-flows/effective-login.ts';
import { minimumLengthIn } from '../passwords/password-length.ts';
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
    requireUnused: requireUnusedConnector,
    ...options,
  });
  return {
    ...experience,
    mounts: [...experience.mounts, ...flows.mounts],
    singletons: [...(experience.singletons ?? []), ...flows.singletons],
  };
}
