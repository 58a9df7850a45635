import { isId } from '@platform/contracts';
import type { ScimListRequest, scimUserOperations } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { answer, prepared } from '@platform/kit/http';
import type { Handlers, QueryScope } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { directoryUserCounter } from '../counters/counters.ts';
import { findDirectory } from '../directories/directories.ts';
import {
  changeDirectoryUser,
  createDirectoryUser,
  findDirectoryUser,
  listGroupsOf,
  lockDirectoryUser,
  newcomerKeys,
  provisionedUser,
  removeDirectoryUser,
  userAttributes,
} from '../provisioning/directories/provisioned.ts';
import type { DirectoryUserRecord } from '../provisioning/directories/provisioned.ts';
import type { ResourceSchema } from './schemas/attribute.ts';
import { listResponse } from './list-response.ts';
import { patchOperations } from './patches/patch-request.ts';
import { isReturned, projectionOf } from './projection.ts';
import type { Projection } from './projection.ts';
import { listedUsers } from './resource-list-store.ts';
import { listedPage } from './resource-listing.ts';
import { patchedResource, replacedResource, resourceOf } from './patches/resource-patch.ts';
import { locationOf, userView } from './resource-view.ts';
import { baseUrlOf, provisioningOf } from './scim-context.ts';
import type { ScimOptions } from './scim-context.ts';
import { userResourceSchema } from './schemas/tenant-extension.ts';

/** Maximum groups that a user is shown with. */
const maxGroups = 1_000;

async function existing(
  tx: Tx,
  { directoryId, id }: { directoryId: string; id: string },
  find: typeof findDirectoryUser,
): Promise<DirectoryUserRecord> {
  const user = isId('directoryUser', id) ? await find(tx, directoryId, id) : undefined;
  if (!user) throw problem('not_found', { detail: 'The directory has no such user' });
  return user;
}

/** The presentation of users in one request. */
interface Showing {
  schema: ResourceSchema;
  baseUrl: string;
  projection: Projection;
}

/** The SCIM representations of users, with their groups if the request asks for them. */
async function shownUsers(
  tx: Tx,
  directoryId: string,
  users: readonly DirectoryUserRecord[],
  { schema, ...how }: Showing,
): Promise<Record<string, unknown>[]> {
  const wantsGroups = isReturned(how.projection, 'groups', 'request');
  const ids = users.map(({ id }) => id);
  const groups = wantsGroups ? await listGroupsOf(tx, directoryId, ids, maxGroups) : [];
  return users.map((user) =>
    userView(
      schema,
      user,
      how,
      groups.filter(({ userId }) => userId === user.id),
    ),
  );
}

export function scimUserHandlers(options: ScimOptions): Handlers<typeof scimUserOperations> {
  const showingOf = (
    schema: ResourceSchema,
    directoryId: string,
    query: { attributes?: string | undefined; excludedAttributes?: string | undefined },
  ): Showing => ({
    schema,
    baseUrl: baseUrlOf(options, directoryId),
    projection: projectionOf(schema, query),
  });

  async function shown(
    tx: Tx,
    user: DirectoryUserRecord,
    showing: Showing,
    status: 200 | 201 = 200,
  ) {
    const [body = {}] = await shownUsers(tx, user.directoryId, [user], showing);
    const location = locationOf(showing.schema, showing.baseUrl, user.id);
    return answer(body, { version: user.version, status, headers: { location } });
  }

  async function list(
    { context, read }: QueryScope,
    directoryId: string,
    request: ScimListRequest,
  ): Promise<Record<string, unknown>> {
    const schema = userResourceSchema(await read((tx) => options.schemas.read(tx, 'user')));
    const projection = projectionOf(schema, request);
    const { resources, info } = await listedPage(
      {
        read,
        walked: { tenantId: context.tenantId, directoryId, list: 'users' },
        resources: listedUsers,
        counter: directoryUserCounter(directoryId),
        schema,
        ...options,
      },
      request,
    );
    const showing = { schema, baseUrl: baseUrlOf(options, directoryId), projection };
    const shownOnes = await read((tx) => shownUsers(tx, directoryId, resources, showing));
    return listResponse(info, shownOnes);
  }

  return {
    scimUsersList: ({ query, params, ...scope }) => list(scope, params.directoryId, query),
    scimUsersSearch: ({ body, params, ...scope }) => list(scope, params.directoryId, body),

    scimUsersCreate: prepared(
      async ({ principal, read, params, body }) => {
        const keys = await read(async (tx) => {
          const directory = await findDirectory(tx, params.directoryId);
          const schema = await options.schemas.read(tx, 'user');
          const given = provisionedUser(resourceOf(userResourceSchema(schema), body));
          return directory ? newcomerKeys(tx, directory, schema, given) : [];
        });
        return options.askErased(principal.tenantId, keys);
      },
      async ({ tx, params, query, body, prepared: isErased }) => {
        const provisioning = await provisioningOf(tx, options, params.directoryId, isErased);
        const schema = userResourceSchema(provisioning.writing.schema);
        const showing = showingOf(schema, params.directoryId, query);
        const given = provisionedUser(resourceOf(schema, body));
        return shown(tx, await createDirectoryUser(tx, provisioning, given), showing, 201);
      },
    ),

    async scimUsersGet({ tx, params, query }) {
      const schema = userResourceSchema(await options.schemas.read(tx, 'user'));
      const showing = showingOf(schema, params.directoryId, query);
      return shown(tx, await existing(tx, params, findDirectoryUser), showing);
    },

    async scimUsersReplace({ tx, params, query, body, ifMatch }) {
      const provisioning = await provisioningOf(tx, options, params.directoryId);
      const schema = userResourceSchema(provisioning.writing.schema);
      const showing = showingOf(schema, params.directoryId, query);
      const before = await existing(tx, params, lockDirectoryUser);
      ifMatch(before.version);
      const resource = replacedResource(schema, userAttributes(before), body);
      const given = provisionedUser(resource);
      const { user } = await changeDirectoryUser(tx, provisioning, before, given);
      return shown(tx, user, showing);
    },

    async scimUsersPatch({ tx, params, query, body, ifMatch }) {
      const provisioning = await provisioningOf(tx, options, params.directoryId);
      const schema = userResourceSchema(provisioning.writing.schema);
      const showing = showingOf(schema, params.directoryId, query);
      const operations = patchOperations(body);
      const before = await existing(tx, params, lockDirectoryUser);
      ifMatch(before.version);
      const after = patchedResource(schema, userAttributes(before), operations);
      const given = provisionedUser(after);
      const { user } = await changeDirectoryUser(tx, provisioning, before, given);
      return shown(tx, user, showing);
    },

    async scimUsersDelete({ tx, params, ifMatch }) {
      const provisioning = await provisioningOf(tx, options, params.directoryId);
      const user = await existing(tx, params, lockDirectoryUser);
      ifMatch(user.version);
      await removeDirectoryUser(tx, provisioning, user);
      return {};
    },
  };
}
