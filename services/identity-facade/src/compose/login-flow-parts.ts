import { loginFlowOperations } from '@platform/contracts';
import type { LoginMethod } from '@platform/contracts';
import { serve } from '@platform/kit/http';
import type { KnownClients } from '@platform/siblings/known-clients';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { Bus } from '@platform/kit/bus';
import { isFirstTime } from '@platform/kit/database';
import { bindingHandlers } from '../login-flows/binding-handlers.ts';
import { siblingReferences } from '../login-flows/flow-references.ts';
import type { ConnectorLookup } from '../login-flows/flow-references.ts';
import { loginFlowHandlers } from '../login-flows/login-flow-handlers.ts';
import { simulationHandlers } from '../login-flows/simulation-handlers.ts';
import { versionPruning } from '../login-flows/version-pruning.ts';
import { unbindClient } from '../login-flows/bindings.ts';

const purpose = 'login-flow-bindings';

/** Removes the binding of a deleted client. */
function unbindDeletedClients({ bus }: { bus: Pick<Bus, 'consume'> }): void {
  bus.consume(purpose, ['client.deleted'], async ({ tenantId, event }, held) => {
    await held.transact({ tenantId, actor: event.actor }, async (tx) => {
      if (await isFirstTime(tx, purpose, event.id))
        await unbindClient(tx, event.subject.id, 'client_deleted');
    });
  });
}

/** Methods that no installation offers yet. */
const unavailable: Partial<Record<LoginMethod, string>> = { sms_code: 'sms_gateway_missing' };

/** Composes login flows: drafts, versions, bindings, simulation. */
export function loginFlowParts(
  platform: Platform,
  {
    connectors,
    clients,
    now = () => new Date(),
  }: {
    connectors: ConnectorLookup;
    clients: Pick<KnownClients, 'require'>;
    now?: () => Date;
  },
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
