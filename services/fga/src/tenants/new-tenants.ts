import { Tenant } from '@platform/contracts';
import type { Bus } from '@platform/kit/bus';
import { isFirstTime, isPurged } from '@platform/kit/database';
import { assign } from '../roles/assignments.ts';
import type { Entitlements } from '../entitlements/entitlements.ts';

const actor = { type: 'system', id: 'fga' } as const;

/** A new tenant gets the default families, and its first administrator becomes the owner. */
export function followNewTenants(bus: Bus, entitled: Entitlements): void {
  bus.consume('tenants', ['tenant.created'], async ({ event }, db) => {
    const { id: tenantId, owner } = Tenant.parse(event.data['tenant']);
    await db.transact({ tenantId, actor }, async (tx) => {
      if ((await isPurged(tx)) || !(await isFirstTime(tx, 'tenants', event.id))) return;
      await entitled.ensure(tx);
      if (owner)
        await assign(tx, {
          principal: owner,
          role: 'tenant_owner',
          expiresAt: null,
          createdBy: actor,
        });
    });
  });
}
