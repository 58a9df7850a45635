import { service } from '@platform/kit/service';
import { tenantPurge } from '@platform/kit/tenant-purge';
import { checkParts } from './check/check-parts.ts';
import { fgaConfig } from './config.ts';
import { people } from './people/people.ts';
import { roleFaults, roleParts } from './roles/role-parts.ts';
import { storeParts } from './store/store-parts.ts';
import { accessDataSubject } from './rpc/data-subject.ts';

/** Who may do what: fine-grained authorization, roles, elevation, policies, entitlements, token claims. */
export const fga = service({
  name: 'fga',
  schema: 'access',
  migrations: new URL('../migrations/', import.meta.url),
  config: fgaConfig,
  agree: roleFaults,
  compose(platform, config) {
    const { db, bus, log } = platform;
    tenantPurge({ db, bus, log });
    const store = storeParts(platform, config);
    const deciding = checkParts(store, config);
    const roles = roleParts(platform, config, { people: people({ peer: () => platform.peer('directory'), bus }) });
    return {
      mounts: [...store.mounts, ...deciding.mounts, ...roles.mounts],
      surfaces: [...roles.surfaces],
      rpc: [...roles.rpc, accessDataSubject({ db, bus })],
      workers: [...store.workers, ...roles.workers],
    };
  },
});
