import { pimOperations } from '@platform/contracts';
import { serve } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { groupLookup } from '../people/groups.ts';
import type { People } from '../people/people.ts';
import type { SubjectPart } from '../data-subject/data-subject.ts';
import { activationHandlers } from '../pim/activation-handlers.ts';
import { activeElevations, elevationsOfUsers, runningActivations } from '../pim/elevations.ts';
import type { ActiveElevations, ElevationsOfUsers } from '../pim/elevations.ts';
import { eligibilityHandlers } from '../pim/eligibility-handlers.ts';
import { pimWorkers } from '../pim/pim-workers.ts';
import { pimSubjectParts } from '../pim/pim-subject.ts';
import { followPrincipals } from '../pim/principal-endings.ts';
import type { RoleSource } from '../roles/role-source.ts';

export interface PimPartsOptions {
  config: {
    maxActivationDuration: number;
    pimSweepInterval: number;
    defaultRequiredAcr: string;
    maxOpenActivations: number;
    pimHistoryRetention: number;
  };
  roles: RoleSource;
  people: People;
}

/** Composes just-in-time elevation, and the function that returns who is elevated. */
export function pimParts(
  { db, bus, cursors, log, metrics, common, peer }: Platform,
  { config, roles, people }: PimPartsOptions,
): Pick<ServiceParts, 'mounts'> &
  Required<Pick<ServiceParts, 'workers'>> & {
    elevations: ActiveElevations;
    elevationsOf: ElevationsOfUsers;
    activationsOf: typeof runningActivations;
    subjectParts: SubjectPart[];
  } {
  const elevations = activeElevations(roles);
  const resourceMetadata = `${common.issuer}/.well-known/oauth-protected-resource`;
  followPrincipals(bus);
  const handlers = {
    ...activationHandlers({
      requests: { roles, limits: config, resourceMetadata },
      elevations,
      roles,
      people,
      cursors,
    }),
    ...eligibilityHandlers({
      eligibilities: { roles, limits: config },
      people,
      cursors,
      groupExists: groupLookup(() => peer('directory')),
    }),
  };
  return {
    mounts: [serve(pimOperations, handlers)],
    elevations,
    subjectParts: pimSubjectParts(db),
    elevationsOf: elevationsOfUsers(roles),
    activationsOf: runningActivations,
    workers: pimWorkers({
      db,
      people,
      metrics,
      log,
      sweepInterval: config.pimSweepInterval,
      historyRetention: config.pimHistoryRetention,
    }),
  };
}
