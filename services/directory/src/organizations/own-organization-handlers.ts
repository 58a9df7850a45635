import type { ownOrganizationOperations } from '@platform/contracts';
import { ownUserId } from '@platform/kit/auth';
import type { Cursors } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import { found } from '@platform/kit/problem';
import { lockUser } from '../users/users.ts';
import { listMembershipsOf, lockMembership, userOrganization } from './membership-store.ts';
import { endMembership } from './membership-writes.ts';
import { existingOrganization, findOrganization } from './organization-store.ts';

/** Handlers of the organizations of the token's user. */
export const ownOrganizationHandlers = ({
  cursors,
}: {
  cursors: Cursors;
}): Handlers<typeof ownOrganizationOperations> => ({
  async meOrganizationList({ tx, principal, query }) {
    const id = ownUserId(principal);
    return cursors.list({
      ...query,
      tenantId: principal.tenantId,
      list: 'own organizations',
      filters: { id },
      key: 'organizationId',
      rows: (behind, limit) => listMembershipsOf(tx, id, behind, limit),
      present: userOrganization,
    });
  },

  async meOrganizationLeave({ tx, principal, params }) {
    const user = found(await lockUser(tx, ownUserId(principal)));
    const { id } = await existingOrganization(tx, params.orgId, findOrganization);
    const membership = found(await lockMembership(tx, id, user.id));
    await endMembership(tx, membership, user);
    return { id: membership.id, deleted: true as const };
  },
});
