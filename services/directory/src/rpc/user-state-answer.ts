import { isId } from '@platform/contracts';
import { gatheredRuns } from '@platform/kit/cache';
import type { Database } from '@platform/kit/database';
import type { ResolveUserResponse } from '@platform/protos';
import { listUserStates } from '../organizations/organizations.ts';

/** A user of a tenant. */
interface UserName {
  tenantId: string;
  userId: string;
}

const actor = { type: 'system', id: 'directory' } as const;

/** Answers what `state_only` leaves of a user. Users of a tenant that are asked about at the same time are read together. */
export function userStateAnswers(
  db: Pick<Database, 'read'>,
): (user: UserName) => Promise<ResolveUserResponse> {
  const stateOf = gatheredRuns({
    async work(asked: readonly UserName[]) {
      const { tenantId } = asked[0]!;
      const ids = [...new Set(asked.map(({ userId }) => userId))];
      const states = await db.read({ tenantId, actor }, (tx) => listUserStates(tx, ids));
      const byId = new Map(states.map((state) => [state.id, state]));
      return asked.map(({ userId }) => byId.get(userId));
    },
    nameOf: ({ tenantId }) => tenantId,
  });
  return async (user) => {
    const state = isId('user', user.userId) ? await stateOf(user) : undefined;
    if (!state) return { outcome: 'NOT_FOUND' };
    return {
      outcome: 'FOUND',
      status: state.status,
      memberships: state.organizationIds.map((organizationId) => ({
        organizationId,
        state: 'active',
        roles: [],
      })),
    };
  };
}
