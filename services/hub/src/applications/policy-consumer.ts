import type { Bus } from '@platform/kit/bus';
import { expectPolicies, expectPoliciesOfAll } from './application-store.ts';

const actor = { type: 'system', id: 'hub' } as const;

/**
 * Records the policies that were not announced: those that a pod of the previous release of the access service creates while it is
 * upgraded. An event that is too large names no client, so that all clients of its tenant are asked about.
 */
export function followPolicies(bus: Pick<Bus, 'consume'>): void {
  bus.consume('policies', ['policy.created'], async ({ tenantId, event }, db) => {
    const { clientId } = (event.data as { policy?: { clientId?: string } }).policy ?? {};
    await db.transact({ tenantId, actor }, async (tx) => {
      await (clientId === undefined ? expectPoliciesOfAll(tx) : expectPolicies(tx, clientId));
    });
  });
}
