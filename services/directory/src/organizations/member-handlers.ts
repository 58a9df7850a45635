import { isId } from '@platform/contracts';
import type { organizationOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import { answer, prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { found, problem } from '@platform/kit/problem';
import type { CheckRoles } from '../roles/role-check.ts';
import { lockUser } from '../users/users.ts';
import {
  findMember,
  groupRolesOfMember,
  listMembers,
  lockMembership,
  memberResource,
} from './membership-store.ts';
import { addMembership, endMembership } from './membership-writes.ts';
import { existingOrganization, findOrganization } from './organization-store.ts';

type MemberHandlers = Pick<
  Handlers<typeof organizationOperations>,
  | 'organizationMembersList'
  | 'organizationMembersGet'
  | 'organizationMembersPut'
  | 'organizationMembersRemove'
>;

export const memberHandlers = ({
  cursors,
  checkRoles,
}: {
  cursors: Cursors;
  checkRoles: CheckRoles;
}): MemberHandlers => ({
  async organizationMembersList({ tx, principal, params, query: { limit, cursor, ...filter } }) {
    const { id } = await existingOrganization(tx, params.orgId, findOrganization);
    return cursors.list({
      tenantId: principal.tenantId,
      list: 'members',
      filters: { id, ...filter },
      cursor,
      limit,
      key: 'userId',
      rows: (behind, most) => listMembers(tx, id, filter, behind, most),
      present: (member) => memberResource(member, true),
    });
  },

  async organizationMembersGet({ tx, params }) {
    const { id } = await existingOrganization(tx, params.orgId, findOrganization);
    const member = found(await findMember(tx, id, params.userId));
    return answer(memberResource(member, true), { version: member.version });
  },

  organizationMembersPut: prepared(
    ({ principal, body }) => checkRoles(principal, [{ roles: body?.roles, pointer: '/roles' }]),
    async ({ tx, principal, params, body, ifMatch }) => {
      const user = found(
        isId('user', params.userId) ? await lockUser(tx, params.userId) : undefined,
      );
      await existingOrganization(tx, params.orgId, findOrganization);
      const present = await lockMembership(tx, params.orgId, user.id);
      ifMatch(present?.version);
      const membership = found(
        await addMembership(tx, {
          organizationId: params.orgId,
          user,
          roles: body?.roles,
        }),
      );
      const member = {
        ...membership,
        groupRoles: await groupRolesOfMember(tx, membership),
        userStatus: user.status,
        email: user.email,
        displayName: user.displayName,
      };
      return answer(memberResource(member, principal.scopes.has('tenant:users.read')), {
        version: membership.version,
      });
    },
  ),

  async organizationMembersRemove({ tx, params, ifMatch }) {
    const user = isId('user', params.userId) ? await lockUser(tx, params.userId) : undefined;
    await existingOrganization(tx, params.orgId, findOrganization);
    const membership = user && (await lockMembership(tx, params.orgId, user.id));
    if (!user || !membership) throw problem('not_found');
    ifMatch(membership.version);
    await endMembership(tx, membership, user);
    return { id: membership.id, deleted: true };
  },
});
