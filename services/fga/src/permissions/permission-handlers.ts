import { isId, isReservedPermission } from '@platform/contracts';
import type {
  PermissionCreation,
  PermissionResource,
  permissionOperations,
} from '@platform/contracts';
import { brokenUnique } from '@platform/kit/database';
import type { Cursors, Tx } from '@platform/kit/database';
import { contentVersion } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { problemWithReason, found, invalid, problem } from '@platform/kit/problem';
import type { KnownClients } from '@platform/siblings/known-clients';
import { inUse } from '../in-use.ts';
import { systemRoles } from '../built-in/system-roles.ts';
import { systemFirst } from '../built-in/system-first.ts';
import { systemSince } from '../built-in/system-ids.ts';
import {
  countPermissions,
  countRolesHolding,
  deletePermission,
  findPermission,
  insertPermission,
  listPermissions,
  listRolesHolding,
  lockPermission,
} from './permission-store.ts';
import type { PermissionRow } from './permission-store.ts';
import { findSystemPermission, systemPermissions } from '../built-in/system-permissions.ts';
import type { SystemPermission } from '../built-in/system-permissions.ts';

export interface PermissionHandlerOptions {
  cursors: Cursors;
  maxPermissions: number;
  clients: Pick<KnownClients, 'has'>;
  /** Whether the tenant has the API. @throws 503 while the hub is unavailable */
  isApi: (tenantId: string, id: string) => Promise<boolean>;
}

const present = (
  p: PermissionRow | SystemPermission,
  holders: ReadonlyMap<string, number>,
): PermissionResource => {
  const usedByRoles =
    (holders.get(p.name) ?? 0) +
    systemRoles.filter((role) => role.permissions.includes(p.name)).length;
  if (!('createdAt' in p))
    return {
      id: p.id,
      name: p.name,
      displayName: p.name,
      description: null,
      clientId: null,
      apiResourceId: null,
      system: true,
      usedByRoles,
      createdAt: systemSince,
    };
  return {
    id: p.id,
    name: p.name,
    displayName: p.displayName,
    description: p.description,
    clientId: p.clientId,
    apiResourceId: p.apiResourceId,
    system: false,
    usedByRoles,
    createdAt: p.createdAt.toISOString(),
  };
};

const find = async (
  tx: Tx,
  id: string,
  stored: typeof findPermission,
): Promise<PermissionRow | SystemPermission> =>
  found(isId('permission', id) ? (findSystemPermission(id) ?? (await stored(tx, id))) : undefined);

async function create(
  tx: Tx,
  body: PermissionCreation,
  maxPermissions: number,
): Promise<PermissionResource> {
  if ((await countPermissions(tx)) >= maxPermissions) {
    throw problem('limit_exceeded', {
      detail: `A tenant can have at most ${maxPermissions} custom permissions`,
      errors: [
        {
          code: 'limit_exceeded',
          detail: 'The tenant has reached its limit of custom permissions',
        },
      ],
    });
  }
  const row = await insertPermission(tx, {
    id: newId('permission'),
    name: body.name,
    displayName: body.displayName ?? null,
    description: body.description ?? null,
    clientId: body.clientId ?? null,
    apiResourceId: body.apiResourceId ?? null,
  }).catch((error: unknown) => {
    throw brokenUnique(error) === 'permissions__name_key'
      ? problemWithReason('already_exists', {
          pointer: '/name',
          code: 'already_exists',
          detail: 'is already used by another permission',
        })
      : error;
  });
  const permission = present(row, new Map());
  await tx.publish({
    type: 'permission.created',
    subject: { type: 'permission', id: row.id },
    data: { permission },
  });
  return permission;
}

export const permissionHandlers = ({
  cursors,
  maxPermissions,
  clients,
  isApi,
}: PermissionHandlerOptions): Handlers<typeof permissionOperations> => ({
  async permissionsList({ tx, principal, query: { limit, cursor } }) {
    const bound = { tenantId: principal.tenantId, list: 'permissions' };
    const rows = await systemFirst<SystemPermission, PermissionRow>({
      system: systemPermissions,
      keyOf: (p) => p.name,
      after: cursor === undefined ? undefined : cursors.decode(bound, cursor),
      limit: limit + 1,
      stored: (afterId, count) => listPermissions(tx, afterId, count),
    });
    const holders = await countRolesHolding(
      tx,
      rows.map((row) => row.name),
    );
    return cursors.page(bound, rows, limit, {
      position: (p) => ('createdAt' in p ? [1, p.id] : [0, p.name]),
      present: (p) => present(p, holders),
    });
  },

  async permissionsCreate({ commit, principal, body }) {
    if (isReservedPermission(body.name))
      throw invalid(
        '/name',
        'reserved',
        'must not begin with a prefix that is reserved for the platform',
      );
    if (
      typeof body.clientId === 'string' &&
      !(await clients.has(principal.tenantId, body.clientId))
    )
      throw invalid('/clientId', 'not_found', 'must be the client id of an application');
    if (
      typeof body.apiResourceId === 'string' &&
      !(await isApi(principal.tenantId, body.apiResourceId))
    )
      throw invalid('/apiResourceId', 'not_found', 'must be the id of an API');
    return commit((tx) => create(tx, body, maxPermissions));
  },

  async permissionsGet({ tx, params }) {
    const found = await find(tx, params.id, findPermission);
    return present(found, await countRolesHolding(tx, [found.name]));
  },

  async permissionsDelete({ tx, params, ifMatch }) {
    const found = await find(tx, params.id, lockPermission);
    if (!('createdAt' in found))
      throw problemWithReason('conflict', {
        code: 'system_resource',
        detail: 'Permissions of the platform cannot be deleted',
      });
    ifMatch(contentVersion(present(found, await countRolesHolding(tx, [found.name]))));
    inUse(
      await listRolesHolding(tx, found.name, 20),
      'The permission is part of a role; remove it from its roles first',
    );
    await deletePermission(tx, found.id);
    await tx.publish({
      type: 'permission.deleted',
      subject: { type: 'permission', id: found.id },
      data: { permission: present(found, new Map()) },
    });
    return { id: found.id, deleted: true };
  },
});
