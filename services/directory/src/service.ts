import { organizationOperations, userOperations } from '@platform/contracts';
import { serve } from '@platform/kit/http';
import { every, service } from '@platform/kit/service';
import { directoryConfig } from './config.ts';
import { foldCounters } from './organizations/counter-store.ts';
import { organizationHandlers } from './organizations/organization-handlers.ts';
import { sweepDeletedOrganizations } from './organizations/organization-store.ts';
import { userHandlers } from './users/user-handlers.ts';

/** People and organizations. */
export const directory = service({
  name: 'directory',
  schema: 'directory',
  migrations: new URL('../migrations/', import.meta.url),
  config: directoryConfig,
  compose: ({ db, cursors, secrets, log }, limits) => ({
    mounts: [
      serve(userOperations, userHandlers({ cursors, limits, secrets })),
      serve(organizationOperations, organizationHandlers({ cursors, limits })),
    ],
    workers: [
      every(60_000, 'counters', log, () => foldCounters(db)),
      every(300_000, 'deleted organizations', log, () => sweepDeletedOrganizations(db)),
    ],
  }),
});
