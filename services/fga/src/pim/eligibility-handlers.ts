import type { pimOperations, Principal } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import { contentVersion } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { found, invalid } from '@platform/kit/problem';
import { isLiveUser } from '../people/people.ts';
import type { People } from '../people/people.ts';
import { databaseTime } from './activation-store.ts';
import { callingUser } from './activation-viewer.ts';
import { createEligibility, removeEligibility } from './eligibilities.ts';
import type { Eligibilities } from './eligibilities.ts';
import { changeEligibility } from './eligibility-changes.ts';
import type { EligibilityGranter } from './eligibility-grants.ts';
import { eligibilityResource } from './eligibility-resource.ts';
import {
  findEligibility,
  listEligibilities,
  listLiveEligibilitiesOf,
  lockEligibility,
} from './eligibility-store.ts';

export interface EligibilityHandlerOptions {
  eligibilities: Eligibilities;
  people: People;
  /** Whether a directory has a group. */
  groupExists: (tenantId: string, groupId: string) => Promise<boolean>;
  cursors: Cursors;
}

type EligibilityOperation =
  | 'pimListEligible'
  | 'pimEligibilityAdminList'
  | 'pimEligibilityAdminCreate'
  | 'pimEligibilityAdminGet'
  | 'pimEligibilityAdminUpdate'
  | 'pimEligibilityAdminDelete';

export function eligibilityHandlers({
  eligibilities,
  people,
  groupExists,
  cursors,
}: EligibilityHandlerOptions): Pick<Handlers<typeof pimOperations>, EligibilityOperation> {
  async function requirePrincipal(
    tenantId: string,
    { type, id }: { type: 'user' | 'group'; id: string },
  ): Promise<void> {
    const exists =
      type === 'user'
        ? isLiveUser(await people.find(tenantId, id))
        : await groupExists(tenantId, id);
    if (!exists)
      throw invalid('/principal/id', 'not_found', `must be the id of an existing ${type}`);
  }

  async function granterOf(principal: Principal): Promise<EligibilityGranter> {
    const person = await callingUser(people, principal);
    return { principal, groupIds: person?.groupIds ?? [] };
  }

  return {
    async pimListEligible({ principal, query: { limit, cursor }, read }) {
      const person = await callingUser(people, principal);
      const bound = { tenantId: principal.tenantId, list: 'eligible', filters: [principal.id] };
      return read(async (tx) => {
        const after = cursor === undefined ? undefined : cursors.decode(bound, cursor);
        const rows = isLiveUser(person)
          ? await listLiveEligibilitiesOf(tx, {
              userId: person.id,
              groupIds: person.groupIds,
              after,
              limit: limit + 1,
            })
          : [];
        const now = await databaseTime(tx);
        return cursors.page(bound, rows, limit, {
          position: (row) => [row.position, row.id],
          present: (row) => ({
            ...eligibilityResource(row, now),
            openActivationId: row.openActivationId,
          }),
        });
      });
    },

    async pimEligibilityAdminList({ principal, query: { limit, cursor }, tx }) {
      const bound = { tenantId: principal.tenantId, list: 'eligible-assignments' };
      const rows = await listEligibilities(tx, {
        after: cursor === undefined ? undefined : cursors.decode(bound, cursor),
        limit: limit + 1,
      });
      const now = await databaseTime(tx);
      return cursors.page(bound, rows, limit, {
        position: (row) => [row.position, row.id],
        present: (row) => eligibilityResource(row, now),
      });
    },

    async pimEligibilityAdminCreate({ principal, body, commit }) {
      await requirePrincipal(principal.tenantId, body.principal);
      const granter = await granterOf(principal);
      return commit(async (tx) => {
        const row = await createEligibility(eligibilities, tx, granter, body);
        return eligibilityResource(row, await databaseTime(tx));
      });
    },

    async pimEligibilityAdminGet({ params, tx }) {
      const row = found(await findEligibility(tx, params.id));
      return eligibilityResource(row, await databaseTime(tx));
    },

    async pimEligibilityAdminUpdate({ principal, params, body: patch, ifMatch, commit, audit }) {
      const granter = await granterOf(principal);
      return commit(async (tx) => {
        const change = { id: params.id, patch, ifMatch };
        const { row, changed } = await changeEligibility(eligibilities, tx, granter, change);
        audit({ changed });
        return eligibilityResource(row, await databaseTime(tx));
      });
    },

    async pimEligibilityAdminDelete({ params, ifMatch, tx }) {
      const row = found(await lockEligibility(tx, params.id));
      ifMatch(contentVersion(eligibilityResource(row, await databaseTime(tx))));
      await removeEligibility(tx, row.id);
      return { id: params.id, deleted: true };
    },
  };
}
