import { isId } from '@platform/contracts';
import type { UserCreation, userOperations } from '@platform/contracts';
import type { Cursors, Tx } from '@platform/kit/database';
import { emailKey } from '@platform/kit/formats';
import { answer, prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { found, problem } from '@platform/kit/problem';
import type { Jobs } from '@platform/kit/jobs';
import type { SecretBox } from '@platform/kit/secrets';
import type { AttributeSchema, AttributeSchemas } from '../attribute-schema/attribute-schema.ts';
import type { CheckRoles } from '../roles/role-check.ts';
import type { CredentialWait } from './credentials/credential-wait.ts';
import { patchedAttributes, replacedAttributes } from './user-changes.ts';
import { refuseUnderErasure } from './user-lifecycle.ts';
import { userResource } from './user-record.ts';
import type { UserRecord } from './user-record.ts';
import { searchKey } from './user-search.ts';
import { listUsers, minTermPrefix } from './user-list-store.ts';
import type { UserFilter } from './user-list-store.ts';
import { findIdentifierHolder, findUser, lockUser } from './user-store.ts';
import type { UserMemberships } from './user-memberships.ts';
import { registerUser } from './user-registration.ts';
import { removeUser } from './user-removal.ts';
import { writeUser } from './user-update.ts';
import type { UserLimits } from './user-writing.ts';

const rolesOf = ({ memberships = [] }: UserCreation) =>
  memberships.map(({ roles }, i) => ({ roles, pointer: `/memberships/${i}/roles` }));

const shown = (
  user: UserRecord,
  schema: AttributeSchema,
  more: { committed?: () => Promise<unknown> } = {},
) => answer(userResource(user, schema), { version: user.version, ...more });

async function existing(tx: Tx, id: string, find: typeof findUser): Promise<UserRecord> {
  return found(isId('user', id) ? await find(tx, id) : undefined);
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
        detail: 'q must have 3 to 64 characters, not counting accents',
      });
  }
  return filter;
}

export const userHandlers = ({
  cursors,
  limits,
  schemas,
  secrets,
  jobs,
  checkRoles,
  memberships,
  unlink,
  handedOver,
}: {
  cursors: Cursors;
  limits: UserLimits;
  schemas: AttributeSchemas;
  secrets: SecretBox;
  jobs: Pick<Jobs, 'enqueue'>;
  checkRoles: CheckRoles;
  memberships: UserMemberships;
  /**
   * Removes the links of directories to a deleted user, so that none of them re-creates the user.
   */
  unlink: (tx: Tx, userId: string) => Promise<unknown>;
  handedOver: CredentialWait;
}): Handlers<typeof userOperations> => ({
  async userDirectoryList({ tx, principal: { tenantId }, query: { limit, cursor, ...filters } }) {
    const filter = filterOf(filters);
    const schema = await schemas.read(tx, 'user');
    return cursors.list({
      tenantId,
      list: 'users',
      filters,
      cursor,
      limit,
      key: 'id',
      rows: (behind, most) => listUsers(tx, filter, behind, most),
      present: (user) => userResource(user, schema),
    });
  },

  userDirectoryCreate: prepared(
    ({ principal, body }) => checkRoles(principal, rolesOf(body)),
    async ({ tx, body }) => {
      const schema = await schemas.hold(tx, 'user');
      const registering = { limits, schema, secrets, jobs, memberships };
      const user = await registerUser(tx, body, registering);
      if (!body.credential) return shown(user, schema);
      return shown(user, schema, { committed: () => handedOver(tx.context, user.id) });
    },
  ),

  async userDirectoryGetByExternalId({ tx, params }) {
    const holder = await findIdentifierHolder(
      tx,
      'external_id',
      params.externalId.normalize('NFC'),
    );
    const user = await existing(tx, holder?.userId ?? '', findUser);
    return shown(user, await schemas.read(tx, 'user'));
  },

  userDirectoryGet: async ({ tx, params }) =>
    shown(await existing(tx, params.id, findUser), await schemas.read(tx, 'user')),

  async userDirectoryPut({ tx, params, body, ifMatch, audit }) {
    const schema = await schemas.hold(tx, 'user');
    const user = await existing(tx, params.id, lockUser);
    ifMatch(user.version);
    const { user: after, changed } = await writeUser(
      tx,
      user,
      { attributes: replacedAttributes(user, body), body, isReplacement: true },
      { limits, schema },
    );
    audit({ changed });
    return shown(after, schema);
  },

  async userDirectoryPatch({ tx, params, body, ifMatch, audit }) {
    const schema = await schemas.hold(tx, 'user');
    const user = await existing(tx, params.id, lockUser);
    ifMatch(user.version);
    const { user: after, changed } = await writeUser(
      tx,
      user,
      { attributes: patchedAttributes(user, body), body },
      { limits, schema },
    );
    audit({ changed });
    return shown(after, schema);
  },

  async userDirectoryDelete({ tx, params, ifMatch }) {
    const user = await existing(tx, params.id, lockUser);
    ifMatch(user.version);
    refuseUnderErasure(user);
    const organizationIds = await memberships.removeAll(tx, user.id);
    await removeUser(tx, user, { type: 'user.deleted', origin: 'api', organizationIds, secrets });
    await unlink(tx, user.id);
    return { id: user.id, deleted: true };
  },

  async userDirectoryListOrganizations({ tx, principal: { tenantId }, params, query }) {
    const { id } = await existing(tx, params.id, findUser);
    const organizations = await cursors.list({
      ...query,
      tenantId,
      list: 'user organizations',
      filters: { id },
      key: 'organizationId',
      rows: (behind, limit) => memberships.listOrganizations(tx, id, behind, limit),
      present: (organization) => organization,
    });
    return { userId: id, ...organizations };
  },
});
