import type { ActivationResource, Principal } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { answer } from '@platform/kit/http';
import type { Answer } from '@platform/kit/http';
import { rolesIn } from '../people/people.ts';
import type { People, KnownUser } from '../people/people.ts';
import type { RoleSource } from '../roles/role-source.ts';
import { activationResource, activationVersion } from './activation-resource.ts';
import { databaseTime, listApprovals } from './activation-store.ts';
import type { ActivationRow, ActivationViewer } from './activation-store.ts';

export const isApprover = ({ type, scopes }: Principal): boolean =>
  type === 'user' && scopes.has('tenant:pim.approve');

/** The caller's view of activations. */
export const viewerOf = (
  principal: Principal,
  approverKeys: readonly string[],
): ActivationViewer => ({
  userId: principal.id,
  isApprover: isApprover(principal),
  isAdmin: principal.scopes.has('tenant:pim.admin'),
  approverKeys,
});

/** The calling user, if the caller is a user. */
export const callingUser = async (
  people: People,
  { type, tenantId, id }: Principal,
): Promise<KnownUser | undefined> => (type === 'user' ? people.find(tenantId, id) : undefined);

/** The entries of an eligibility's approvers that match the caller. */
export async function approverKeysOf(
  tx: Tx,
  roles: Pick<RoleSource, 'assigned'>,
  principal: Principal,
  person: KnownUser | undefined,
): Promise<string[]> {
  if (!person) return [];
  const held = [
    ...rolesIn(person, principal.organizationId),
    ...(await roles.assigned(tx, person.id)),
  ];
  return [
    `user:${person.id}`,
    ...person.groupIds.map((id) => `group:${id}`),
    ...held.map((key) => `role:${key}`),
  ];
}

export interface Viewing {
  principal: Principal;
  approverKeys: readonly string[];
}

/** Activations as the viewer sees them. */
export async function presentAll(
  tx: Tx,
  rows: readonly ActivationRow[],
  viewing: Viewing,
): Promise<ActivationResource[]> {
  const now = await databaseTime(tx);
  const approvals = await listApprovals(
    tx,
    rows.map((row) => row.id),
  );
  const approvalsOf = (id: string) => approvals.filter((a) => a.activationId === id);
  return rows.map((row) => activationResource(row, approvalsOf(row.id), viewing, now));
}

/** One activation as the viewer sees it, with its version. */
export async function presentOne(
  tx: Tx,
  row: ActivationRow,
  viewing: Viewing,
): Promise<Answer<ActivationResource>> {
  const now = await databaseTime(tx);
  const approvals = await listApprovals(tx, [row.id]);
  return answer(activationResource(row, approvals, viewing, now), {
    version: activationVersion(row, approvals, now),
  });
}
