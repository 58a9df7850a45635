import type { ActivationResource, Principal, pimOperations } from '@platform/contracts';
import type { Cursors, Tx } from '@platform/kit/database';
import { answer, contentVersion } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { invalid, problem } from '@platform/kit/problem';
import { isLive, rolesIn } from '../people/people.ts';
import type { People, Person } from '../people/people.ts';
import type { Activations } from './activations.ts';
import { activationResource, activationVersion } from './activation-resource.ts';
import {
  databaseNow,
  findActivation,
  findVisibleActivation,
  listActivations,
  listApprovals,
} from './activation-store.ts';
import type { ActivationRow, ActivationViewer } from './activation-store.ts';
import type { ActiveElevations } from './elevations.ts';
import { eligibilityResource } from './eligibilities.ts';
import type { Eligibilities } from './eligibilities.ts';
import {
  findEligibility,
  listEligibilities,
  listLiveEligibilitiesOf,
  lockEligibility,
} from './eligibility-store.ts';
import type { RoleSource } from '../roles/role-source.ts';

/** What the operations of elevation need. */
export interface PimHandlerOptions {
  activations: Activations;
  eligibilities: Eligibilities;
  elevations: ActiveElevations;
  roles: RoleSource;
  people: People;
  /** Is there such a group of a directory? */
  groupExists: (tenantId: string, groupId: string) => Promise<boolean>;
  cursors: Cursors;
}

const isApprover = ({ type, scopes }: Principal): boolean =>
  type === 'user' && scopes.has('tenant:pim.approve');

const viewerOf = (principal: Principal, approverKeys: readonly string[]): ActivationViewer => ({
  userId: principal.id,
  isApprover: isApprover(principal),
  isAdmin: principal.scopes.has('tenant:pim.admin'),
  approverKeys,
});

/** Handlers of the operations on elevation. */
export function pimHandlers({
  activations,
  eligibilities,
  elevations,
  roles,
  people,
  groupExists,
  cursors,
}: PimHandlerOptions): Handlers<typeof pimOperations> {
  const callerOf = async ({ type, tenantId, id }: Principal): Promise<Person | undefined> =>
    type === 'user' ? people.find(tenantId, id) : undefined;

  /** What the caller is to an eligibility's list of approvers. */
  const keysOf = async (
    tx: Tx,
    principal: Principal,
    person: Person | undefined,
  ): Promise<string[]> =>
    person
      ? [
          `user:${person.id}`,
          ...person.groupIds.map((id) => `group:${id}`),
          ...[
            ...rolesIn(person, principal.organizationId),
            ...(await roles.assigned(tx, person.id)),
          ].map((key) => `role:${key}`),
        ]
      : [];

  async function shown(
    tx: Tx,
    principal: Principal,
    rows: readonly ActivationRow[],
    approverKeys: readonly string[],
  ): Promise<ActivationResource[]> {
    const now = await databaseNow(tx);
    const approvals = await listApprovals(
      tx,
      rows.map((row) => row.id),
    );
    return rows.map((row) =>
      activationResource(
        row,
        approvals.filter((a) => a.activationId === row.id),
        { principal, approverKeys },
        now,
      ),
    );
  }
  async function shownOne(
    tx: Tx,
    principal: Principal,
    row: ActivationRow,
    person: Person | undefined,
  ) {
    const now = await databaseNow(tx);
    const approvals = await listApprovals(tx, [row.id]);
    const viewer = { principal, approverKeys: await keysOf(tx, principal, person) };
    return answer(activationResource(row, approvals, viewer, now), {
      version: activationVersion(row, approvals, now),
    });
  }

  async function refuseUnknown(
    tenantId: string,
    { type, id }: { type: 'user' | 'group'; id: string },
  ): Promise<void> {
    const exists =
      type === 'user' ? isLive(await people.find(tenantId, id)) : await groupExists(tenantId, id);
    if (!exists)
      throw invalid('/principal/id', 'not_found', `must be the id of an existing ${type}`);
  }

  return {
    async pimListActivations({ principal, query: { limit, cursor }, read }) {
      const person = isApprover(principal) ? await callerOf(principal) : undefined;
      const bound = { tenantId: principal.tenantId, list: 'activations', filters: [principal.id] };
      return read(async (tx) => {
        const approverKeys = await keysOf(tx, principal, person);
        const rows = await listActivations(tx, viewerOf(principal, approverKeys), {
          after: cursor === undefined ? undefined : cursors.decode(bound, cursor),
          limit: limit + 1,
        });
        const resources = new Map(
          (await shown(tx, principal, rows, approverKeys)).map((resource) => [
            resource.id,
            resource,
          ]),
        );
        return cursors.page(bound, rows, limit, {
          position: (row) => [row.position, row.id],
          present: (row) => resources.get(row.id) as ActivationResource,
        });
      });
    },

    async pimRequestActivation({ principal, request, body, commit }) {
      const person = await callerOf(principal);
      if (!isLive(person)) throw problem('not_found');
      return commit(async (tx) =>
        shownOne(
          tx,
          principal,
          await activations.request(tx, { principal, person, request }, body),
          person,
        ),
      );
    },

    async pimGetActiveScopes({ principal, tx }) {
      const { active, nextChangeAt } = await elevations(
        tx,
        principal,
        principal.organizationId ?? null,
      );
      return {
        principal: { type: principal.type === 'user' ? 'user' : 'client', id: principal.id },
        scopes: active.map(({ scope, activationId, role, expiresAt }) => ({
          scope,
          activationId,
          role,
          expiresAt: expiresAt.toISOString(),
        })),
        asOf: (await databaseNow(tx)).toISOString(),
        nextChangeAt: nextChangeAt?.toISOString() ?? null,
      };
    },

    async pimGetActivation({ principal, params, read }) {
      const person = isApprover(principal) ? await callerOf(principal) : undefined;
      return read(async (tx) => {
        const viewer = viewerOf(principal, await keysOf(tx, principal, person));
        const row = await findVisibleActivation(tx, viewer, params.id);
        if (!row) throw problem('not_found');
        return shownOne(tx, principal, row, person);
      });
    },

    async pimApproveActivation({ principal, params, ifMatch, read, commit }) {
      const person = await callerOf(principal);
      const found = await read((tx) => findActivation(tx, params.id));
      if (!found || !isLive(person)) throw problem('not_found');
      const requester = await people.find(principal.tenantId, found.principalId);
      return commit(async (tx) => {
        const approverKeys = await keysOf(tx, principal, person);
        return shownOne(
          tx,
          principal,
          await activations.approve(
            { tx, ifMatch },
            { principal, approverKeys, requester },
            params.id,
          ),
          person,
        );
      });
    },

    async pimRevokeActivation({ principal, params, ifMatch, commit }) {
      return commit(async (tx) =>
        shownOne(
          tx,
          principal,
          await activations.revoke({ tx, ifMatch }, principal, params.id),
          undefined,
        ),
      );
    },

    async pimListEligible({ principal, query: { limit, cursor }, read }) {
      const person = await callerOf(principal);
      const bound = { tenantId: principal.tenantId, list: 'eligible', filters: [principal.id] };
      return read(async (tx) => {
        const after = cursor === undefined ? undefined : cursors.decode(bound, cursor);
        const rows = isLive(person)
          ? await listLiveEligibilitiesOf(tx, {
              userId: person.id,
              groupIds: person.groupIds,
              after,
              limit: limit + 1,
            })
          : [];
        const now = await databaseNow(tx);
        return cursors.page(bound, rows, limit, {
          position: (row) => [row.position, row.id],
          present: (row) => ({
            ...eligibilityResource(row, now),
            openActivationId: row.open_activation_id,
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
      const now = await databaseNow(tx);
      return cursors.page(bound, rows, limit, {
        position: (row) => [row.position, row.id],
        present: (row) => eligibilityResource(row, now),
      });
    },

    async pimEligibilityAdminCreate({ principal, body, commit }) {
      await refuseUnknown(principal.tenantId, body.principal);
      const person = await callerOf(principal);
      return commit(async (tx) => {
        const row = await eligibilities.create(
          tx,
          { principal, groupIds: person?.groupIds ?? [] },
          body,
        );
        return eligibilityResource(row, await databaseNow(tx));
      });
    },

    async pimEligibilityAdminGet({ params, tx }) {
      const row = await findEligibility(tx, params.id);
      if (!row) throw problem('not_found');
      return eligibilityResource(row, await databaseNow(tx));
    },

    async pimEligibilityAdminDelete({ params, ifMatch, tx }) {
      const row = await lockEligibility(tx, params.id);
      if (row) ifMatch(contentVersion(eligibilityResource(row, await databaseNow(tx))));
      if (!(await eligibilities.remove(tx, params.id))) throw problem('not_found');
      return { id: params.id, deleted: true };
    },
  };
}
