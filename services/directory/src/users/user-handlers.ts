import { isId } from '@platform/contracts';
import type { UserCreation, userOperations } from '@platform/contracts';
import type { Cursors, Tx } from '@platform/kit/database';
import { answer, prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { found } from '@platform/kit/problem';
import type { Jobs } from '@platform/kit/jobs';
import type { SecretBox } from '@platform/kit/secrets';
import type { AttributeSchema, AttributeSchemas } from '../attribute-schema/attribute-schema.ts';
import type { CheckRoles } from '../roles/role-check.ts';
import type { CredentialWait } from './credentials/credential-wait.ts';
import { replacedAttributes } from './user-changes.ts';
import { userResource } from './user-record.ts';
import type { UserRecord } from './user-record.ts';
import { refuseParameter, userFilterOf } from './user-filter.ts';
import { listUsers } from './user-list-store.ts';
import { findIdentifierHolder, findUser, lockUser } from './user-store.ts';
import type { UserMemberships } from './user-memberships.ts';
import { registerUser } from './user-registration.ts';
import { deleteUser } from './user-removal.ts';
import type { UserDeletion } from './user-removal.ts';
import { patchUser, writeUser } from './user-update.ts';
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
  unlink: UserDeletion['unlink'];
  handedOver: CredentialWait;
}): Handlers<typeof userOperations> => ({
  async userDirectoryList({ tx, principal: { tenantId }, query: { limit, cursor, ...filters } }) {
    const filter = userFilterOf(filters, refuseParameter);
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
    const { user: after, changed } = await patchUser(tx, user, body, { limits, schema });
    audit({ changed });
    return shown(after, schema);
  },

  async userDirectoryDelete({ tx, params, ifMatch }) {
    const user = await existing(tx, params.id, lockUser);
    ifMatch(user.version);
    await deleteUser(tx, user, { memberships, unlink, secrets });
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
