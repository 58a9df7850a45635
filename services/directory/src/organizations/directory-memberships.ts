import type { Tx } from '@platform/kit/database';
import { deleteMembership, lockMembership, updateMembership } from './membership-store.ts';
import type { MembershipRecord } from './membership-store.ts';
import { addMembership, publishMembership } from './membership-writes.ts';
import type { MemberUser } from './membership-writes.ts';

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

/**
 * Makes a user of the organization's directory a member, or reactivates a membership that the
 * directory had suspended.
 */
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

/**
 * Suspends the membership of a user who has left the directory: it is kept and grants nothing,
 * whatever its other sources.
 */
export async function suspendDirectoryMembership(
  tx: Tx,
  { organizationId, user }: Membership,
): Promise<void> {
  const present = await lockMembership(tx, organizationId, user.id);
  if (!present || present.state === 'inactive') return;
  await changeMembership(tx, present, { state: 'inactive', sources: present.sources }, user);
}

/**
 * Removes the membership of a user who has left the directory permanently, whatever its other
 * sources.
 */
export async function endDirectoryMembership(
  tx: Tx,
  { organizationId, user }: Membership,
): Promise<void> {
  const present = await lockMembership(tx, organizationId, user.id);
  // A directory that has only ever sent the user as inactive has not given a membership.
  if (!present?.sources.includes('directory')) return;
  await deleteMembership(tx, organizationId, user.id);
  await publishMembership(tx, 'organization.member_removed', present, user);
}

/** Keeps the membership of a removed directory as if it had been given directly. */
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
