import { InvitedAdministrator, Tenant } from '@platform/contracts';
import type { Bus } from '@platform/kit/bus';
import { isFirstTime, isPurged } from '@platform/kit/database';
import { assign } from '../roles/assignments.ts';
import type { Entitlements } from '../entitlements/entitlements.ts';

const actor = { type: 'system', id: 'fga' } as const;

/** The first client, the first person, or both. */
function ownersIn(data: Record<string, unknown>): NonNullable<Tenant['owner']>[] {
  const { owner } = Tenant.parse(data['tenant']);
  const { id } = InvitedAdministrator.optional().parse(data['administrator']) ?? {};
  const invited = id !== undefined && id !== owner?.id ? [{ type: 'user' as const, id }] : [];
  return [...(owner ? [owner] : []), ...invited];
}

/**
 * A new tenant gets the default families, and its first administrators become owners. The role of an invited person grants nothing until
 * the directory has created the user.
 */
export function followNewTenants(bus: Bus, entitled: Entitlements): void {
  bus.consume('tenants', ['tenant.created'], async ({ event }, db) => {
    const { id: tenantId } = Tenant.parse(event.data['tenant']);
    await db.transact({ tenantId, actor }, async (tx) => {
      if ((await isPurged(tx)) || !(await isFirstTime(tx, 'tenants', event.id))) return;
      await entitled.ensure(tx);
      for (const principal of ownersIn(event.data))
        await assign(tx, { principal, role: 'tenant_owner', expiresAt: null, createdBy: actor });
    });
  });
}
