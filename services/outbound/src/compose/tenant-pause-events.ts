import type { Platform } from '@platform/kit/service';
import { changeTenantPause } from '../lanes/tenant-pauses.ts';

/** Pauses the lanes of tenants that are suspended or not entitled to webhooks. */
export function followTenantPauses({ bus }: Pick<Platform, 'bus'>): void {
  bus.consume('lanes', ['tenant.suspended', 'tenant.reactivated'], async ({ event }, held) =>
    changeTenantPause(held, {
      tenantId: event.subject.id,
      pause: 'suspended',
      isPaused: event.type === 'tenant.suspended',
      eventId: event.id,
    }),
  );
  bus.consume('entitled-lanes', ['entitlement.changed'], async ({ tenantId, event }, held) => {
    if (event.data['family'] !== 'webhooks') return;
    await changeTenantPause(held, {
      tenantId,
      pause: 'unentitled',
      isPaused: event.data['entitled'] === false,
      eventId: event.id,
    });
  });
}
