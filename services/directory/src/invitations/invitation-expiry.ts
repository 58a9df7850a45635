import type { Database } from '@platform/kit/database';
import { invitationStateAt } from './invitation-record.ts';
import { listExpired, lockInvitation } from './invitation-store.ts';
import { expireInvitation } from './invitation-writes.ts';

const system = { type: 'system', id: 'directory' } as const;
const stepRows = 1_000;

/** Marks expired invitations, a thousand per step. */
export async function expireInvitations(
  db: Pick<Database, 'work' | 'transact'>,
  signal: AbortSignal,
): Promise<void> {
  for (let found = stepRows; found === stepRows && !signal.aborted;) {
    const expired = await db.work((tx) => listExpired(tx, stepRows));
    found = expired.length;
    for (const { tenantId, id } of expired) {
      if (signal.aborted) return;
      await db.transact({ tenantId, actor: system }, async (tx) => {
        const invitation = await lockInvitation(tx, id);
        const now = Date.now();
        if (invitation?.state === 'pending' && invitationStateAt(invitation, now) === 'expired')
          await expireInvitation(tx, invitation, now);
      });
    }
  }
}
