import { loginFlowOperations } from '@platform/contracts';
import type { LoginMethod } from '@platform/contracts';
import { serve } from '@platform/kit/http';
import type { KnownClients } from '@platform/siblings/known-clients';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { bindingHandlers } from '../login-flows/binding-handlers.ts';
import { unbindDeletedClients } from '../login-flows/client-events.ts';
import { siblingReferences } from '../login-flows/flow-references.ts';
import type { ConnectorLookup } from '../login-flows/flow-references.ts';
import { loginFlowHandlers } from '../login-flows/login-flow-handlers.ts';
import { simulationHandlers } from '../login-flows/simulation-handlers.ts';
import { versionPruning } from '../login-flows/version-pruning.ts';

/** What login flows are given by the rest of the service. */
export interface LoginFlowOptions {
  connectors: ConnectorLookup;
  clients: Pick<KnownClients, 'require'>;
  now?: () => Date;
}

/** Methods that no installation offers yet. */
const unavailable: Partial<Record<LoginMethod, string>> = { sms_code: 'sms_gateway_missing' };

/** Login flows: drafts, versions, bindings, simulation. */
export function loginFlowParts(
  platform: Platform,
  { connectors, clients, now = () => new Date() }: LoginFlowOptions,
): Required<Pick<ServiceParts, 'mounts' | 'singletons'>> {
  const rules = { connectors, unavailable };
  const referencesOf = siblingReferences({
    outbound: () => platform.peer('outbound'),
    compliance: () => platform.peer('compliance'),
  });
  unbindDeletedClients(platform);
  return {
    mounts: [
      serve(loginFlowOperations, {
        ...loginFlowHandlers({ rules, referencesOf, now }),
        ...bindingHandlers({ clients, now }),
        ...simulationHandlers({ rules, now }),
      }),
    ],
    singletons: [versionPruning(platform, now)],
  };
}
