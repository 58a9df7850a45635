import type { ActivationResource, pimOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import type { Handlers } from '@platform/kit/http';
import { found, problem } from '@platform/kit/problem';
import { isLiveUser } from '../people/people.ts';
import type { People } from '../people/people.ts';
import type { RoleSource } from '../roles/role-source.ts';
import {
  databaseTime,
  findActivation,
  findVisibleActivation,
  listActivations,
} from './activation-store.ts';
import {
  approverKeysOf,
  callingUser,
  isApprover,
  presentAll,
  presentOne,
  viewerOf,
} from './activation-viewer.ts';
import { approveActivation, revokeActivation } from './activation-decisions.ts';
import { requestActivation } from './activation-requests.ts';
import type { ActivationRequests } from './activation-requests.ts';
import type { ActiveElevations } from './elevations.ts';

export interface ActivationHandlerOptions {
  requests: ActivationRequests;
  elevations: ActiveElevations;
  roles: RoleSource;
  people: People;
  cursors: Cursors;
}

type ActivationOperation =
  | 'pimListActivations'
  | 'pimRequestActivation'
  | 'pimGetActiveScopes'
  | 'pimGetActivation'
  | 'pimApproveActivation'
  | 'pimRevokeActivation';

export function activationHandlers({
  requests,
  elevations,
  roles,
  people,
  cursors,
}: ActivationHandlerOptions): Pick<Handlers<typeof pimOperations>, ActivationOperation> {
  return {
    async pimListActivations({ principal, query: { limit, cursor, state }, read }) {
      const person = isApprover(principal) ? await callingUser(people, principal) : undefined;
      const bound = {
        tenantId: principal.tenantId,
        list: 'activations',
        filters: [principal.id, state],
      };
      return read(async (tx) => {
        const approverKeys = await approverKeysOf(tx, roles, principal, person);
        const rows = await listActivations(tx, viewerOf(principal, approverKeys), {
          state,
          after: cursor === undefined ? undefined : cursors.decode(bound, cursor),
          limit: limit + 1,
        });
        const resources = await presentAll(tx, rows, { principal, approverKeys });
        const byId = new Map(resources.map((resource) => [resource.id, resource]));
        return cursors.page(bound, rows, limit, {
          position: (row) => [row.position, row.id],
          present: (row) => byId.get(row.id) as ActivationResource,
        });
      });
    },

    async pimRequestActivation({ principal, request, body, commit }) {
      const person = await callingUser(people, principal);
      if (!isLiveUser(person)) throw problem('not_found');
      return commit(async (tx) => {
        const row = await requestActivation(requests, tx, { principal, person, request }, body);
        const approverKeys = await approverKeysOf(tx, roles, principal, person);
        return presentOne(tx, row, { principal, approverKeys });
      });
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
        asOf: (await databaseTime(tx)).toISOString(),
        nextChangeAt: isoTime(nextChangeAt),
      };
    },

    async pimGetActivation({ principal, params, read }) {
      const person = isApprover(principal) ? await callingUser(people, principal) : undefined;
      return read(async (tx) => {
        const approverKeys = await approverKeysOf(tx, roles, principal, person);
        const viewer = viewerOf(principal, approverKeys);
        const row = found(await findVisibleActivation(tx, viewer, params.id));
        return presentOne(tx, row, { principal, approverKeys });
      });
    },

    async pimApproveActivation({ principal, params, body, ifMatch, read, commit }) {
      const person = await callingUser(people, principal);
      const { principalId } = found(await read((tx) => findActivation(tx, params.id)));
      if (!isLiveUser(person)) throw problem('not_found');
      const requester = await people.find(principal.tenantId, principalId);
      return commit(async (tx) => {
        const approverKeys = await approverKeysOf(tx, roles, principal, person);
        const approval = { principal, approverKeys, requester, comment: body?.comment };
        const row = await approveActivation({ tx, ifMatch }, approval, params.id);
        return presentOne(tx, row, { principal, approverKeys });
      });
    },

    async pimRevokeActivation({ principal, params, body, ifMatch, commit }) {
      return commit(async (tx) => {
        const row = await revokeActivation(
          { tx, ifMatch },
          { principal, comment: body?.comment },
          params.id,
        );
        return presentOne(tx, row, { principal, approverKeys: [] });
      });
    },
  };
}
