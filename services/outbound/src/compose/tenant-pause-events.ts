import type { Platform } from '@platform/kit/service';
import { changeTenantPause } from '../lanes/tenant-pauses.ts';

/** Pauses the lanes of tenants that are suspended or not entitled to webhooks. */
export function followTenantPauses({ db, bus }: Pick<Platform, 'db' | 'bus'>): void {
  bus.consume('lanes', ['tenant.suspended', 'tenant.reactivated'], async ({ event }) =>
    changeTenantPause(db, {
      tenantId: event.subject.id,
      pause: 'suspended',
      isPaused: event.type === 'tenant.suspended',
      eventId: event.id,
    }),
  );
  bus.consume('entitled-lanes', ['entitlement.changed'], async ({ tenantId, event }) => {
    if (event.data['family'] !== 'webhooks') return;
    await changeTenantPause(db, {
      tenantId,
      pause: 'unentitled',
      isPaused: event.data['entitled'] === false,
      eventId: event.id,
    });
  });
}
