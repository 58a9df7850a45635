import { isId } from '@platform/contracts';
import type { Principal, RoleAssignmentCreation } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { problemWithReason, invalid } from '@platform/kit/problem';
import { findSystemRole } from '../built-in/system-roles.ts';
import { countAssignmentsOf } from './assignment-store.ts';
import type { AssignmentRow } from './assignment-store.ts';
import { assign } from './assignments.ts';
import { refuseEscalation } from './escalation.ts';
import { roleLimitExceeded } from './role-limits.ts';
import type { RoleLimits } from './role-limits.ts';
import { holdRole } from './role-store.ts';

/** Assigns a role to a principal for a caller, who cannot grant more than they have. */
export async function grantRole(
  tx: Tx,
  { type, id, scopes }: Principal,
  body: RoleAssignmentCreation,
  { maxAssignments }: Pick<RoleLimits, 'maxAssignments'>,
): Promise<AssignmentRow> {
  checkGrant(body);
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
    throw problemWithReason('already_exists', {
      pointer: '/role',
      code: 'already_exists',
      detail: 'The principal already has this role',
    });
  if (held >= maxAssignments)
    throw roleLimitExceeded(
      `A principal can have at most ${maxAssignments} roles`,
      'The principal has reached the limit of roles',
    );
  return row;
}

function checkGrant({ principal, expiresAt }: RoleAssignmentCreation): void {
  if (principal.type === 'user' && !isId('user', principal.id))
    throw invalid('/principal/id', 'invalid_format', 'must be the id of a user');
  if (typeof expiresAt === 'string' && !(Date.parse(expiresAt) > Date.now()))
    throw invalid('/expiresAt', 'invalid_format', 'must be in the future');
}
