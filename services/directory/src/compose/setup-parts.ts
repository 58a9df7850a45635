import { setupLinkOperations, setupOperations } from '@platform/contracts';
import { serve } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { setupLinksRpc } from '../rpc/setup-links-rpc.ts';
import { setupConnectionHandlers } from '../setup/setup-connection-handlers.ts';
import type { SetupDirectories } from '../setup/setup-directories.ts';
import { setupDomainHandlers } from '../setup/setup-domain-handlers.ts';
import type { DomainHandlers } from '../setup/setup-domain-handlers.ts';
import { setupOverviewHandlers } from '../setup/setup-overview-handlers.ts';
import { setupSourceHandlers } from '../setup/setup-source-handlers.ts';
import { followSetup } from '../setup-links/setup-link-actions.ts';
import { setupLinkHandlers } from '../setup-links/setup-link-handlers.ts';
import { setupLinkMailJob } from '../setup-links/setup-link-mail.ts';

/** Composes setup links, and what contacts do with them by the handlers of administrators. */
export function setupParts(
  platform: Platform,
  { domains, ...directories }: SetupDirectories & { domains: DomainHandlers },
): ServiceParts {
  const { bus, jobs, secrets, cursors, peer, rpcRunner, trust } = platform;
  const { tenants } = trust;
  const writing = { jobs, secrets, clock: Date.now };
  followSetup(bus);
  return {
    mounts: [
      serve(setupLinkOperations, setupLinkHandlers({ ...writing, cursors, tenants })),
      serve(setupOperations, {
        ...setupOverviewHandlers({ ...writing, tenants }),
        ...setupDomainHandlers(domains),
        ...setupConnectionHandlers(directories),
        ...setupSourceHandlers(directories),
      }),
    ],
    rpc: [setupLinksRpc({ ...writing, rpcRunner })],
    jobs: [setupLinkMailJob({ identityFacade: () => peer('identity-facade'), secrets, tenants })],
  };
}
