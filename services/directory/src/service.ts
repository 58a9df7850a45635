import { organizationOperations, userOperations } from '@platform/contracts';
import { serve } from '@platform/kit/http';
import { resealing } from '@platform/kit/resealing';
import { every, service } from '@platform/kit/service';
import { tenantPurge } from '@platform/kit/tenant-purge';
import { directoryConfig } from './config.ts';
import { directoryDataSubject } from './data-subject/data-subject.ts';
import { foldCounters } from './organizations/counter-store.ts';
import { organizationHandlers } from './organizations/organization-handlers.ts';
import { roleCheck } from './organizations/role-check.ts';
import { sweepDeletedOrganizations } from './organizations/organization-store.ts';
import { directoryRpc } from './rpc/directory-rpc.ts';
import { sweepRetention } from './users/retention.ts';
import { sealedCredentials } from './users/credential-handover.ts';
import { userHandlers } from './users/user-handlers.ts';

/** People and organizations. */
export const directory = service({
  name: 'directory',
  schema: 'directory',
  migrations: new URL('../migrations/', import.meta.url),
  config: directoryConfig,
  compose: (platform, limits) => {
    const { db, bus, cursors, secrets, log, peer, rpcRunner } = platform;
    const checkRoles = roleCheck(() => peer('fga'));
    tenantPurge({ bus, log });
    const suppressionKeys = secrets.deriveKeys('erasure suppressions');
    return {
      mounts: [
        serve(userOperations, userHandlers({ cursors, limits, secrets, checkRoles })),
        serve(organizationOperations, organizationHandlers({ cursors, limits, checkRoles })),
      ],
      rpc: [
        directoryRpc({ rpcRunner, limits, suppressionKeys }),
        directoryDataSubject({ db, suppressionKeys }),
      ],
      singletons: [resealing(platform, [sealedCredentials])],
      workers: [
        every(60_000, 'counters', log, () => foldCounters(db)),
        every(300_000, 'deleted organizations', log, () => sweepDeletedOrganizations(db)),
        every(3_600_000, 'retention', log, () => sweepRetention(db)),
      ],
    };
  },
});
