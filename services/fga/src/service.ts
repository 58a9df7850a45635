import { bucketAudit, partitionUpkeep, resealing } from '@platform/kit/upkeep';
import { service } from '@platform/kit/service';
import { serveTenantMove } from '@platform/data-lifecycle/tenant-move';
import { tenantPurge } from '@platform/data-lifecycle/tenant-purge';
import { serveOverview } from '@platform/siblings/overview';
import { policyParts } from './compose/access-policies.ts';
import { policiesOfRole } from './access-policies/policies.ts';
import { knownClients } from '@platform/siblings/known-clients';
import { fgaConfig } from './config.ts';
import { fgaOverview } from './overview/fga-overview.ts';
import { people } from './people/people.ts';
import { eligibilitiesOfRole } from './pim/eligibilities.ts';
import { pimParts } from './compose/elevation.ts';
import { assignedRoles, holdRoles, roleSource } from './roles/role-source.ts';
import { assignmentsPart } from './roles/role-subject.ts';
import { roleFaults, roleParts } from './compose/roles.ts';
import { relationParts } from './compose/relations.ts';
import { accessDataSubject } from './data-subject/data-subject.ts';
import { tokenClaimsParts } from './compose/token-claims.ts';
import { movedRows } from './compose/moved-rows.ts';

/**
 * Access control: fine-grained authorization, roles, elevation, policies, entitlements, token
 * claims.
 */
export const fga = service({
  name: 'fga',
  schema: 'access',
  migrations: new URL('../migrations/', import.meta.url),
  config: fgaConfig,
  agree: roleFaults,
  async compose(platform, config) {
    const { db, bus, log } = platform;
    const relations = relationParts(platform, config);
    tenantPurge({ bus, log, first: relations.purgeStores });
    const known = people({ peer: () => platform.peer('directory'), bus });
    const clients = knownClients({ hub: () => platform.peer('hub'), bus });
    const pim = pimParts(platform, { config, roles: roleSource, people: known });
    const roles = roleParts(platform, config, {
      people: known,
      clients,
      uses: [eligibilitiesOfRole, policiesOfRole],
      elevations: pim.elevationsOf,
      activationsOf: pim.activationsOf,
    });
    const policies = await policyParts(platform, {
      config,
      people: known,
      clients,
      assigned: assignedRoles,
      holdRoles,
    });
    const buckets = [roles.entitled.bucket, policies.bucket];
    const claims = tokenClaimsParts(platform, {
      config,
      people: known,
      clients,
      accessOf: roles.accessOf,
    });
    return {
      mounts: [
        ...relations.mounts,
        ...roles.mounts,
        ...pim.mounts,
        ...policies.mounts,
        ...claims.mounts,
      ],
      surfaces: [...relations.surfaces, ...roles.surfaces, ...claims.surfaces],
      rpc: [
        ...relations.rpc,
        ...roles.rpc,
        ...policies.rpc,
        serveOverview(platform.rpcRunner, fgaOverview),
        serveTenantMove(platform, movedRows, { buckets, first: relations.purgeStores }),
        accessDataSubject({
          db,
          parts: [assignmentsPart(db), ...relations.subjectParts, ...pim.subjectParts],
        }),
      ],
      jobs: relations.jobs,
      singletons: [
        partitionUpkeep(platform, [
          { table: 'fga_changes', unit: 'month', retentionMs: config.changesRetentionMs },
        ]),
        resealing(platform, movedRows.sealed),
        ...relations.singletons,
      ],
      workers: [
        bucketAudit({ ...platform, service: 'fga' }, buckets),
        ...relations.workers,
        ...roles.workers,
        ...pim.workers,
        ...claims.workers,
        ...policies.workers,
      ],
    };
  },
});
