import type { PlatformEvent } from '@platform/contracts';
import { tenantBatches } from '@platform/kit/bus';
import type { Database } from '@platform/kit/database';
import type { Platform, Worker } from '@platform/kit/service';
import { joinByDomain } from '../domain-enrollment.ts';
import { lockUser } from '../../users/users.ts';
import { listUnenrolled, writeLastSignIns } from './sign-in-store.ts';
import type { SignIn } from './sign-in-store.ts';

const actor = { type: 'system', id: 'directory' } as const;

function latestOf(events: readonly PlatformEvent[]): SignIn[] {
  const latest = new Map<string, SignIn>();
  for (const { subject, occurredAt } of events) {
    const signIn = { userId: subject.id, at: new Date(occurredAt) };
    const known = latest.get(signIn.userId);
    if (!known || known.at < signIn.at) latest.set(signIn.userId, signIn);
  }
  return [...latest.values()];
}

/**
 * Applies sign-ins of one tenant: updates when users were last seen, and makes those at an
 * `auto_join` domain members.
 */
async function applySignIns(
  db: Pick<Database, 'transact'>,
  tenantId: string,
  signIns: readonly SignIn[],
): Promise<void> {
  const context = { tenantId, actor };
  const unenrolled = await db.transact(context, async (tx) => {
    await writeLastSignIns(tx, signIns);
    const userIds = signIns.map(({ userId }) => userId);
    return listUnenrolled(tx, userIds);
  });
  // One transaction each, so that none waits for the locks of a whole batch.
  for (const userId of unenrolled)
    await db.transact(context, async (tx) => {
      const user = await lockUser(tx, userId);
      if (user?.status === 'active') await joinByDomain(tx, user);
    });
}

/** Consumes the sign-ins that the hub publishes, in batches of one tenant. */
export const signInWorker = (platform: Pick<Platform, 'bus' | 'log'>): Worker =>
  tenantBatches(platform, {
    name: 'sign-ins',
    types: ['user.signed_in'],
    apply: (tenantId, events, db) => applySignIns(db, tenantId, latestOf(events)),
  });
