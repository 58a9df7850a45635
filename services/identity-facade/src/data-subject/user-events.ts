import type { Bus } from '@platform/kit/bus';
import { endChallenges } from '../challenges/removal.ts';
import { eraseCredentials } from './credential-erasure.ts';

/** Removes what is kept of users who are deleted or erased, and ends the challenges of deactivated ones. */
export function followUserEvents({ bus }: { bus: Pick<Bus, 'consume'> }): void {
  const types = ['user.deleted', 'user.erased', 'user.deactivated'];
  // Both effects may be repeated, so that no event ids are kept.
  bus.consume('user-credentials', types, async ({ tenantId, event }, held) => {
    const userId = event.subject.id;
    await held.transact({ tenantId, actor: event.actor }, async (tx) => {
      if (event.type === 'user.deactivated') await endChallenges(tx, userId);
      else await eraseCredentials(tx, { userId, emails: [] });
    });
  });
}
