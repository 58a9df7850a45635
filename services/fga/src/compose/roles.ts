import {
  capabilityFamilies,
  capabilityFaults,
  entitlementOperations,
  permissionOperations,
  roleOperations,
  userAccessOperations,
} from '@platform/contracts';
import type { CapabilityFamilies } from '@platform/contracts';
import { channelVerifier } from '@platform/kit/auth';
import type { Config } from '@platform/kit/config';
import { serve } from '@platform/kit/http';
import { every } from '@platform/kit/service';
import type { KnownClients } from '@platform/siblings/known-clients';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { fgaConfig } from '../config.ts';
import { entitlementHandlers } from '../entitlements/entitlement-handlers.ts';
import { entitlements } from '../entitlements/entitlements.ts';
import type { Entitlements } from '../entitlements/entitlements.ts';
import { followNewTenants } from '../tenants/new-tenants.ts';
import { operatorSurface } from '../entitlements/operator-surface.ts';
import type { People } from '../people/people.ts';
import { permissionHandlers } from '../permissions/permission-handlers.ts';
import { entitlementsRpc } from '../entitlements/entitlements-rpc.ts';
import { principalAccessRpc } from '../roles/principal-access-rpc.ts';
import { rolesRpc } from '../roles/roles-rpc.ts';
import { principalAccess } from '../roles/principal-access.ts';
import type { AccessOf } from '../roles/principal-access.ts';
import type { ElevationsOf } from '../roles/held-roles.ts';
import { roleHandlers } from '../roles/role-handlers.ts';
import type { RoleUse } from '../roles/roles.ts';
import { userAccessHandlers } from '../roles/user-access-handlers.ts';
import type { UserAccessOptions } from '../roles/user-access-handlers.ts';
import { followDeletions, sweepEndedAssignments } from '../roles/role-workers.ts';

type FgaConfig = Config<typeof fgaConfig>;

/**
 * Dependencies on other areas of the service: people, clients, references to roles, and active
 * elevations.
 */
export interface RoleOptions {
  people: People;
  clients: Pick<KnownClients, 'has'>;
  uses?: readonly RoleUse[];
  elevations: ElevationsOf;
  activationsOf: UserAccessOptions['activationsOf'];
}

/** The parts that the service and its other areas use. */
export interface RoleParts extends Required<
  Pick<ServiceParts, 'mounts' | 'surfaces' | 'rpc' | 'workers'>
> {
  entitled: Entitlements;
  accessOf: AccessOf;
  families: CapabilityFamilies;
}

/** Configuration errors that concern several properties. */
export const roleFaults = ({
  capabilityFamilies: configured,
  defaultFamilies,
}: FgaConfig): string[] => capabilityFaults(capabilityFamilies(configured), defaultFamilies);

/** Composes permissions, roles, assignments and entitlements. */
export function roleParts(
  platform: Platform,
  config: FgaConfig,
  { people, clients, uses = [], elevations, activationsOf }: RoleOptions,
): RoleParts {
  const { db, bus, cursors, log } = platform;
  const families = capabilityFamilies(config.capabilityFamilies);
  const entitled = entitlements({ db, families, defaults: config.defaultFamilies });
  const { accessOf, scopesOf } = principalAccess({ db, people, entitled, families, elevations });
  const operators = channelVerifier(
    'platform.capability.operator.service-identity.cluster',
    {
      enabled: config.operatorEnabled,
      issuer: config.operatorIssuer,
      jwksUri: config.operatorJwksUri,
      audience: config.operatorAudience,
      allowedSub: config.operatorAllowedSub,
      caPath: config.operatorCaPath,
      tokenPath: config.operatorTokenPath,
      connectTimeout: config.operatorConnectTimeout,
      readTimeout: config.operatorReadTimeout,
    },
    log,
    platform.trust.review,
  );
  followNewTenants(bus, entitled);
  followDeletions(bus);
  return {
    entitled,
    accessOf,
    families,
    mounts: [
      serve(
        permissionOperations,
        permissionHandlers({
          cursors,
          maxPermissions: config.maxPermissions,
          clients,
          isApi: async (tenantId, id) =>
            (
              await platform
                .peer('hub')
                .service('platform.hub.v1.ApiResources')
                .Get({ tenantId, id }, { deadlineMs: 1_000, repeatable: true })
            ).found,
        }),
      ),
      serve(
        roleOperations,
        roleHandlers({
          cursors,
          maxRoles: config.maxRoles,
          maxAssignments: config.maxAssignments,
          uses,
        }),
      ),
      serve(
        userAccessOperations,
        userAccessHandlers({
          directory: () => platform.peer('directory'),
          entitled,
          families,
          activationsOf,
        }),
      ),
      serve(entitlementOperations, entitlementHandlers(entitled)),
    ],
    surfaces: [operatorSurface(platform, operators, entitled)],
    rpc: [
      entitlementsRpc(entitled, platform),
      principalAccessRpc({ accessOf, scopesOf, maxAgeSeconds: config.elevatedTtlSeconds }),
      rolesRpc(platform.rpcRunner),
    ],
    workers: [
      every(60_000, 'ended assignments', log, () => sweepEndedAssignments(db)),
      every(60_000, 'ended entitlements', log, () => entitled.sweep()),
    ],
  };
}
