import { isId } from '@platform/contracts';
import type { Principal, RoleCreation, RoleUpdate } from '@platform/contracts';
import { brokenUnique } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problemWithReason, found, invalid, problem } from '@platform/kit/problem';
import { isSystemPermission } from '../built-in/system-permissions.ts';
import { findSystemRole, findSystemRoleById } from '../built-in/system-roles.ts';
import { inUse } from '../in-use.ts';
import { holdPermissions } from '../permissions/permissions.ts';
import { listAssignmentIds } from './assignment-store.ts';
import { refuseEscalation } from './escalation.ts';
import { roleLimitExceeded } from './role-limits.ts';
import type { RoleLimits } from './role-limits.ts';
import { isCustom, roleResource } from './role-resource.ts';
import type { AnyRole } from './role-resource.ts';
import {
  countRoles,
  findRole,
  insertRole,
  lockRole,
  markRoleDeleted,
  setPermissions,
  updateRole,
} from './role-store.ts';
import type { RoleRow } from './role-store.ts';

/**
 * Up to 20 ids of live objects that name a role, besides its assignments. The role's row is locked.
 */
export type RoleUse = (tx: Tx, key: string) => Promise<string[]>;

const maxUses = 20;

/** The built-in or custom role. @throws 404 for none */
export const existingRole = async (tx: Tx, id: string, find: typeof findRole): Promise<AnyRole> =>
  found(isId('role', id) ? (findSystemRoleById(id) ?? (await find(tx, id))) : undefined);

export async function createRole(
  tx: Tx,
  { scopes }: Principal,
  body: RoleCreation,
  { maxRoles }: Pick<RoleLimits, 'maxRoles'>,
): Promise<RoleRow> {
  if (findSystemRole(body.key)) throw keyTaken('is reserved for a role of the platform');
  if ((await countRoles(tx)) >= maxRoles)
    throw roleLimitExceeded(
      `A tenant can have at most ${maxRoles} custom roles`,
      'The tenant has reached its limit of custom roles',
    );
  const permissions = await namedPermissions(tx, body.permissions);
  refuseEscalation(permissions, scopes);
  const id = newId('role');
  const { key, displayName = null, description = null } = body;
  await insertRole(tx, { id, key, displayName, description }).catch((error: unknown) => {
    throw brokenUnique(error) === 'roles__key_key'
      ? keyTaken('is or was used by another role')
      : error;
  });
  await setPermissions(tx, id, permissions);
  const role = (await findRole(tx, id))!;
  await tx.publish({
    type: 'role.created',
    subject: { type: 'role', id },
    data: { role: roleResource(role, 0) },
  });
  return role;
}

const keyTaken = (detail: string) =>
  problemWithReason('already_exists', { pointer: '/key', code: 'already_exists', detail });

/**
 * Applies a patch to a locked role; undefined if nothing changes. `count` is the number of its
 * assignments.
 */
export async function changeRole(
  tx: Tx,
  { scopes }: Principal,
  before: RoleRow,
  { body, count }: { body: RoleUpdate; count: number },
): Promise<{ role: RoleRow; changed: string[] } | undefined> {
  if (body.key !== undefined && body.key !== before.key)
    throw invalid('/key', 'immutable', 'cannot be changed after the role is created');
  const after = await patchedRole(tx, before, body);
  refuseEscalation([...before.permissions, ...after.permissions], scopes);
  const changed = changedIn(before, after);
  if (changed.length === 0) return undefined;
  await updateRole(tx, after);
  await setPermissions(tx, after.id, after.permissions);
  const role = (await findRole(tx, after.id))!;
  await tx.publish({
    type: 'role.updated',
    subject: { type: 'role', id: role.id },
    data: { role: roleResource(role, count), changed },
  });
  return { role, changed };
}

const patchedRole = async (
  tx: Tx,
  before: RoleRow,
  { displayName, description, permissions }: RoleUpdate,
): Promise<RoleRow> => ({
  ...before,
  permissions: permissions ? await namedPermissions(tx, permissions) : before.permissions,
  displayName: displayName === undefined ? before.displayName : displayName,
  description: description === undefined ? before.description : description,
});

const changedIn = (before: RoleRow, after: RoleRow): string[] => [
  ...(after.displayName === before.displayName ? [] : ['/displayName']),
  ...(after.description === before.description ? [] : ['/description']),
  ...(JSON.stringify(after.permissions) === JSON.stringify(before.permissions)
    ? []
    : ['/permissions']),
];

/** Locks the tenant's own role. @throws 404 for none, 409 `system_resource` for a built-in one */
export async function lockedCustomRole(tx: Tx, id: string): Promise<RoleRow> {
  const role = await existingRole(tx, id, lockRole);
  if (isCustom(role)) return role;
  throw problemWithReason('conflict', {
    code: 'system_resource',
    detail: 'Roles of the platform cannot be changed or deleted',
  });
}

/** Deletes a locked role that nothing references. @throws 409 `in_use` otherwise */
export async function removeRole(tx: Tx, role: RoleRow, uses: readonly RoleUse[]): Promise<void> {
  const users = await listAssignmentIds(tx, role.key, maxUses);
  for (const use of uses) if (users.length < maxUses) users.push(...(await use(tx, role.key)));
  inUse(
    users.slice(0, maxUses),
    'The role is in use by an assignment, an eligibility or an access policy',
  );
  await markRoleDeleted(tx, role.id);
  await tx.publish({
    type: 'role.deleted',
    subject: { type: 'role', id: role.id },
    data: { role: roleResource(role, 0) },
  });
}

/**
 * The named permissions without duplicates. Those of the tenant are locked. @throws 422 for one
 * that does not exist
 */
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
