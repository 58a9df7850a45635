import { isId } from '@platform/contracts';
import type { userOperations } from '@platform/contracts';
import type { Cursors, Tx } from '@platform/kit/database';
import { answer, prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { invalid, problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import { addMembership } from '../organizations/membership-writes.ts';
import type { CheckRoles } from '../organizations/role-check.ts';
import {
  removeMembershipsOf,
  listMembershipsOf,
  userOrganization,
} from '../organizations/membership-store.ts';
import { emailKey } from './email-address.ts';
import { handOverCredential } from './credential-handover.ts';
import { patchedAttributes, replacedAttributes } from './user-changes.ts';
import { refuseUnderErasure } from './user-lifecycle.ts';
import { userResource } from './user-record.ts';
import type { UserRecord } from './user-record.ts';
import { searchKey } from './user-search.ts';
import { listUsers, minTermPrefix } from './user-list-store.ts';
import type { UserFilter } from './user-list-store.ts';
import { findIdentifierHolder, findUser, lockUser } from './user-store.ts';
import { addUser, creationAttributes, removeUser, writeUser } from './user-writes.ts';
import type { UserLimits } from './user-writes.ts';

const shown = (user: UserRecord) => answer(userResource(user), { version: user.version });

async function existing(tx: Tx, id: string, find: typeof findUser): Promise<UserRecord> {
  const user = isId('user', id) ? await find(tx, id) : undefined;
  if (!user) throw problem('not_found');
  return user;
}

function filterOf({
  email,
  organizationId,
  status,
  q,
}: {
  email?: string;
  organizationId?: string;
  status?: string;
  q?: string;
}): UserFilter {
  const filter: UserFilter = {
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(status === undefined ? {} : { status }),
  };
  if (email !== undefined) {
    const key = emailKey(email);
    if (key === undefined)
      throw problem('invalid_parameter', { detail: 'email must be an e-mail address' });
    filter.emailKey = key;
  }
  if (q !== undefined) {
    filter.termPrefix = searchKey(q);
    if ([...filter.termPrefix].length < minTermPrefix || [...q].length > 64)
      throw problem('invalid_parameter', {
        detail: 'q must have 3 to 64 characters, marks of accents not counted',
      });
  }
  return filter;
}

/** Handlers of the eight operations of the directory of people. */
export const userHandlers = ({
  cursors,
  limits,
  secrets,
  checkRoles,
}: {
  cursors: Cursors;
  limits: UserLimits;
  secrets: SecretBox;
  checkRoles: CheckRoles;
}): Handlers<typeof userOperations> => ({
  async userDirectoryList({ tx, principal, query: { limit, cursor, ...filters } }) {
    const bound = { tenantId: principal.tenantId, list: 'users', filters };
    const [before] = cursor === undefined ? [] : cursors.decode(bound, cursor);
    const users = await listUsers(tx, filterOf(filters), before as string | undefined, limit + 1);
    return cursors.page(bound, users, limit, { position: (u) => [u.id], present: userResource });
  },

  userDirectoryCreate: prepared(
    ({ principal, body }) =>
      checkRoles(
        principal,
        (body.memberships ?? []).map(({ roles }, i) => ({
          roles,
          pointer: `/memberships/${i}/roles`,
        })),
      ),
    async ({ tx, body }) => {
      const user = await addUser(
        tx,
        { attributes: creationAttributes(body), status: body.status ?? 'active' },
        limits,
      );
      if (body.credential) await handOverCredential(tx, secrets, user.id, body.credential);
      await tx.publish({
        type: 'user.created',
        subject: { type: 'user', id: user.id },
        data: { user: userResource(user), origin: 'api' },
      });
      for (const [i, { organizationId, roles }] of (body.memberships ?? []).entries()) {
        const added = await addMembership(tx, { organizationId, user, roles });
        if (!added)
          throw invalid(`/memberships/${i}/organizationId`, 'not_found', 'names no organization');
      }
      return shown(user);
    },
  ),

  async userDirectoryGetByExternalId({ tx, params }) {
    const holder = await findIdentifierHolder(
      tx,
      'external_id',
      params.externalId.normalize('NFC'),
    );
    return shown(await existing(tx, holder?.userId ?? '', findUser));
  },

  userDirectoryGet: async ({ tx, params }) => shown(await existing(tx, params.id, findUser)),

  async userDirectoryPut({ tx, params, body, ifMatch, audit }) {
    const user = await existing(tx, params.id, lockUser);
    ifMatch(user.version);
    const { user: after, changed } = await writeUser(
      tx,
      user,
      { attributes: replacedAttributes(user, body), body },
      limits,
    );
    audit({ changed });
    return shown(after);
  },

  async userDirectoryPatch({ tx, params, body, ifMatch, audit }) {
    const user = await existing(tx, params.id, lockUser);
    ifMatch(user.version);
    const { user: after, changed } = await writeUser(
      tx,
      user,
      { attributes: patchedAttributes(user, body), body },
      limits,
    );
    audit({ changed });
    return shown(after);
  },

  async userDirectoryDelete({ tx, params, ifMatch }) {
    const user = await existing(tx, params.id, lockUser);
    ifMatch(user.version);
    refuseUnderErasure(user);
    await removeUser(tx, user, 'user.deleted', 'api');
    await removeMembershipsOf(tx, user.id);
    return { id: user.id, deleted: true };
  },

  async userDirectoryListOrganizations({ tx, principal, params, query: { limit, cursor } }) {
    const { id } = await existing(tx, params.id, findUser);
    const bound = { tenantId: principal.tenantId, list: 'user organizations', filters: { id } };
    const [before] = cursor === undefined ? [] : cursors.decode(bound, cursor);
    const memberships = await listMembershipsOf(tx, id, before as string | undefined, limit + 1);
    return {
      userId: id,
      ...cursors.page(bound, memberships, limit, {
        position: (m) => [m.organizationId],
        present: userOrganization,
      }),
    };
  },
});
