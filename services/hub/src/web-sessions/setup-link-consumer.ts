import type { Bus } from '@platform/kit/bus';
import { isId } from '@platform/contracts';
import { isFirstTime } from '@platform/kit/database';
import { cutOff } from '../token-cutoffs/cut-off.ts';
import { deleteWebSessionsOfUser } from './web-session-store.ts';

const purpose = 'setup sessions';
const actor = { type: 'system', id: 'hub' } as const;

/** Ends the sessions of setup links that were revoked, and their tokens. */
export function followSetupLinks(bus: Pick<Bus, 'consume'>): void {
  bus.consume(purpose, ['organization.setup_link_revoked'], async ({ tenantId, event }, db) => {
    const { id } = event.data['setupLink'] as { id: string };
    if (!isId('setupLink', id)) return;
    await db.transact({ tenantId, actor }, async (tx) => {
      if (!(await isFirstTime(tx, purpose, event.id))) return;
      await deleteWebSessionsOfUser(tx, id);
      await cutOff(tx, { kind: 'subject', id });
    });
  });
}
