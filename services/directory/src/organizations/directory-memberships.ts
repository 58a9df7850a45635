import type { Tx } from '@platform/kit/database';
import { deleteMembership, lockMembership, updateMembership } from './membership-store.ts';
import type { MembershipRecord } from './membership-store.ts';
import { addMembership, publishMembership } from './membership-writes.ts';
import type { MemberUser } from './membership-writes.ts';

/** Whose membership of which organization. */
interface Membership {
  organizationId: string;
  user: MemberUser;
}

async function changeMembership(
  tx: Tx,
  before: MembershipRecord,
  to: Pick<MembershipRecord, 'state' | 'sources'>,
  user: MemberUser,
): Promise<void> {
  const after = { ...before, ...to, version: before.version + 1 };
  await updateMembership(tx, after);
  await publishMembership(tx, 'organization.member_updated', after, user);
}

/** A directory of the organization has the user: a member from now on, active again where the directory had ended that. */
export async function giveDirectoryMembership(
  tx: Tx,
  { organizationId, user }: Membership,
): Promise<void> {
  const present = await lockMembership(tx, organizationId, user.id);
  if (!present) {
    await addMembership(tx, { organizationId, user, roles: undefined, source: 'directory' });
    return;
  }
  if (present.state === 'active' && present.sources.includes('directory')) return;
  const sources = [...new Set([...present.sources, 'directory' as const])];
  await changeMembership(tx, present, { state: 'active', sources }, user);
}

/** The user has left the directory: the membership is kept and grants nothing, whatever else gave it. */
export async function suspendDirectoryMembership(
  tx: Tx,
  { organizationId, user }: Membership,
): Promise<void> {
  const present = await lockMembership(tx, organizationId, user.id);
  if (!present || present.state === 'inactive') return;
  await changeMembership(tx, present, { state: 'inactive', sources: present.sources }, user);
}

/** The user has left the directory for good: the membership that it gave is removed, whatever else gave it. */
export async function endDirectoryMembership(
  tx: Tx,
  { organizationId, user }: Membership,
): Promise<void> {
  const present = await lockMembership(tx, organizationId, user.id);
  // A directory that has only ever sent the user as inactive has given nothing.
  if (!present?.sources.includes('directory')) return;
  await deleteMembership(tx, organizationId, user.id);
  await publishMembership(tx, 'organization.member_removed', present, user);
}

/** The directory that gave the membership is gone: it stays, as if it had been given directly. */
export async function keepDirectoryMembership(
  tx: Tx,
  { organizationId, user }: Membership,
): Promise<void> {
  const present = await lockMembership(tx, organizationId, user.id);
  if (!present?.sources.includes('directory')) return;
  const others = present.sources.filter((source) => source !== 'directory');
  const sources = [...new Set([...others, 'direct' as const])];
  await changeMembership(tx, present, { state: present.state, sources }, user);
}
