import { isId } from '@platform/contracts';
import type { RoleAssignmentCreation, roleOperations } from '@platform/contracts';
import { brokenUnique } from '@platform/kit/database';
import type { Cursors, Tx } from '@platform/kit/database';
import { answer, contentVersion } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { because, invalid, problem } from '@platform/kit/problem';
import { holdPermissions } from '../permissions/permissions.ts';
import { isSystemPermission } from '../built-in/system-permissions.ts';
import { systemFirst } from '../built-in/system-first.ts';
import {
  countAssignments,
  countAssignmentsOf,
  deleteAssignment,
  listAssignmentIds,
  listAssignments,
} from './assignment-store.ts';
import { assign, tellUnassigned } from './assignments.ts';
import { refuseEscalation } from './escalation.ts';
import { inUse } from '../in-use.ts';
import { assignmentResource, isCustom, roleResource } from './role-resource.ts';
import type { AnyRole } from './role-resource.ts';
import {
  countRoles,
  findRole,
  holdRole,
  insertRole,
  listRoles,
  lockRole,
  markRoleDeleted,
  setPermissions,
  updateRole,
} from './role-store.ts';
import type { RoleRow } from './role-store.ts';
import { findSystemRole, findSystemRoleById, systemRoles } from '../built-in/system-roles.ts';
import type { SystemRole } from '../built-in/system-roles.ts';

/** Ids of live things that name a role, besides its assignments: at most 20. The role's row is locked. */
export type RoleUse = (tx: Tx, key: string) => Promise<string[]>;

/** What the handlers need. */
export interface RoleHandlerOptions {
  cursors: Cursors;
  maxRoles: number;
  maxAssignments: number;
  uses: readonly RoleUse[];
}

const limitExceeded = (detail: string, what: string) =>
  problem('limit_exceeded', { detail, errors: [{ code: 'limit_exceeded', detail: what }] });
const ofPlatform = () =>
  because('conflict', {
    code: 'system_resource',
    detail: 'Roles of the platform cannot be changed or deleted',
  });
const shown = (role: AnyRole, count: number) =>
  answer(roleResource(role, count), { version: isCustom(role) ? role.version : 0 });
const countOf = async (tx: Tx, key: string): Promise<number> =>
  (await countAssignments(tx, [key])).get(key) ?? 0;

async function existing(tx: Tx, id: string, find: typeof findRole): Promise<AnyRole> {
  const role = isId('role', id) ? (findSystemRoleById(id) ?? (await find(tx, id))) : undefined;
  if (!role) throw problem('not_found');
  return role;
}

/** The permissions that are named, each once; 422 for one that does not exist. Those of the tenant are held. */
async function namedPermissions(tx: Tx, names: readonly string[]): Promise<string[]> {
  const custom = await holdPermissions(
    tx,
    names.filter((name) => !isSystemPermission(name)),
  );
  const isUnknown = (name: string): boolean => !isSystemPermission(name) && !custom.has(name);
  const unknown = names.filter(isUnknown);
  if (unknown.length > 0)
    throw problem('validation_failed', {
      detail: `Unknown permissions: ${unknown.join(', ')}`,
      errors: names.flatMap((name, i) =>
        isUnknown(name)
          ? [{ pointer: `/permissions/${i}`, code: 'not_found', detail: 'is not a permission' }]
          : [],
      ),
    });
  return [...new Set(names)].sort();
}

function checkAssignment({ principal, expiresAt }: RoleAssignmentCreation): void {
  if (principal.type === 'user' && !isId('user', principal.id))
    throw invalid('/principal/id', 'invalid_format', 'must be the id of a user');
  if (typeof expiresAt === 'string' && !(Date.parse(expiresAt) > Date.now()))
    throw invalid('/expiresAt', 'invalid_format', 'must be in the future');
}

/** Handlers of roles and of their assignments. */
export const roleHandlers = ({
  cursors,
  maxRoles,
  maxAssignments,
  uses,
}: RoleHandlerOptions): Handlers<typeof roleOperations> => ({
  async rolesList({ tx, principal, query: { limit, cursor } }) {
    const bound = { tenantId: principal.tenantId, list: 'roles' };
    const rows = await systemFirst<SystemRole, RoleRow>({
      system: systemRoles,
      keyOf: (r) => r.key,
      after: cursor === undefined ? undefined : cursors.decode(bound, cursor),
      limit: limit + 1,
      stored: (afterId, count) => listRoles(tx, afterId, count),
    });
    const counts = await countAssignments(
      tx,
      rows.map((row) => row.key),
    );
    return cursors.page(bound, rows, limit, {
      position: (r) => (isCustom(r) ? [1, r.id] : [0, r.key]),
      present: (r) => roleResource(r, counts.get(r.key) ?? 0),
    });
  },

  async rolesCreate({ tx, principal, body }) {
    if (findSystemRole(body.key))
      throw because('already_exists', {
        pointer: '/key',
        code: 'already_exists',
        detail: 'is reserved for a role of the platform',
      });
    if ((await countRoles(tx)) >= maxRoles)
      throw limitExceeded(
        `A tenant can have at most ${maxRoles} custom roles`,
        'The tenant has reached its limit of custom roles',
      );
    const permissions = await namedPermissions(tx, body.permissions);
    refuseEscalation(permissions, principal.scopes);
    const id = newId('role');
    await insertRole(tx, {
      id,
      key: body.key,
      displayName: body.displayName ?? null,
      description: body.description ?? null,
    }).catch((error: unknown) => {
      throw brokenUnique(error) === 'roles__key_key'
        ? because('already_exists', {
            pointer: '/key',
            code: 'already_exists',
            detail: 'is or was used by another role',
          })
        : error;
    });
    await setPermissions(tx, id, permissions);
    const role = (await findRole(tx, id))!;
    await tx.publish({
      type: 'role.created',
      subject: { type: 'role', id },
      data: { role: roleResource(role, 0) },
    });
    return shown(role, 0);
  },

  async rolesGet({ tx, params }) {
    const role = await existing(tx, params.id, findRole);
    return shown(role, await countOf(tx, role.key));
  },

  async rolesUpdate({ tx, principal, params, body, ifMatch, audit }) {
    const before = await existing(tx, params.id, lockRole);
    if (!isCustom(before)) throw ofPlatform();
    ifMatch(before.version);
    if (body.key !== undefined && body.key !== before.key)
      throw invalid('/key', 'immutable', 'cannot be changed after the role is created');
    const permissions = body.permissions
      ? await namedPermissions(tx, body.permissions)
      : before.permissions;
    refuseEscalation([...before.permissions, ...permissions], principal.scopes);
    const after = {
      ...before,
      permissions,
      displayName: body.displayName === undefined ? before.displayName : body.displayName,
      description: body.description === undefined ? before.description : body.description,
    };
    const changed = [
      ...(after.displayName === before.displayName ? [] : ['/displayName']),
      ...(after.description === before.description ? [] : ['/description']),
      ...(JSON.stringify(permissions) === JSON.stringify(before.permissions)
        ? []
        : ['/permissions']),
    ];
    const count = await countOf(tx, before.key);
    if (changed.length === 0) return shown(before, count);
    await updateRole(tx, after);
    await setPermissions(tx, after.id, permissions);
    const role = (await findRole(tx, after.id))!;
    await tx.publish({
      type: 'role.updated',
      subject: { type: 'role', id: role.id },
      data: { role: roleResource(role, count), changed },
    });
    audit({ changed });
    return shown(role, count);
  },

  async rolesDelete({ tx, params, ifMatch }) {
    const role = await existing(tx, params.id, lockRole);
    if (!isCustom(role)) throw ofPlatform();
    ifMatch(role.version);
    const users = await listAssignmentIds(tx, role.key, 20);
    for (const use of uses) if (users.length < 20) users.push(...(await use(tx, role.key)));
    inUse(
      users.slice(0, 20),
      'The role is in use by an assignment, an eligibility or an access policy',
    );
    await markRoleDeleted(tx, role.id);
    await tx.publish({
      type: 'role.deleted',
      subject: { type: 'role', id: role.id },
      data: { role: roleResource(role, 0) },
    });
    return { id: role.id, deleted: true };
  },

  async roleAssignmentsList({ tx, principal, query: { limit, cursor, ...filters } }) {
    const bound = { tenantId: principal.tenantId, list: 'role assignments', filters };
    const [before] = cursor === undefined ? [] : cursors.decode(bound, cursor);
    const rows = await listAssignments(tx, filters, before as string | undefined, limit + 1);
    return cursors.page(bound, rows, limit, {
      position: (row) => [row.id],
      present: assignmentResource,
    });
  },

  async roleAssignmentsCreate({ tx, principal: { type, id, scopes }, body }) {
    checkAssignment(body);
    const role = findSystemRole(body.role) ?? (await holdRole(tx, body.role));
    if (!role) throw invalid('/role', 'unknown_role', 'must be the key of a role');
    refuseEscalation(role.permissions, scopes);
    const held = await countAssignmentsOf(tx, body.principal);
    const row = await assign(tx, {
      principal: body.principal,
      role: role.key,
      expiresAt: body.expiresAt ?? null,
      createdBy: { type, id },
    });
    if (!row)
      throw because('already_exists', {
        pointer: '/role',
        code: 'already_exists',
        detail: 'The principal already has this role',
      });
    if (held >= maxAssignments)
      throw limitExceeded(
        `A principal can have at most ${maxAssignments} roles`,
        'The principal has reached the limit of roles',
      );
    return assignmentResource(row);
  },

  async roleAssignmentsDelete({ tx, params, ifMatch }) {
    const row = isId('roleAssignment', params.id)
      ? await deleteAssignment(tx, params.id)
      : undefined;
    if (!row) throw problem('not_found');
    ifMatch(contentVersion(assignmentResource(row)));
    await tellUnassigned(tx, [row]);
    return { id: row.id, deleted: true };
  },
});
