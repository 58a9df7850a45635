import type { Platform } from '@platform/kit/service';
import type { Database } from '@platform/kit/database';
import type { TenantPause } from '../lanes/lane-record.ts';
import { setTenantPause } from '../lanes/lane-store.ts';
import { changeTenantPause } from '../lanes/tenant-pauses.ts';
import type { TenantPauseChange } from '../lanes/tenant-pauses.ts';

const pauseLanes = (
  db: Pick<Database, 'transact'>,
  { pause, ...change }: Omit<TenantPauseChange, 'purpose'> & { pause: TenantPause },
): Promise<void> =>
  changeTenantPause(db, { ...change, purpose: `lanes ${pause}` }, (tx) =>
    setTenantPause(tx, pause, change.isPaused),
  );

/** Pauses the lanes of tenants that are suspended or not entitled to webhooks, and notifies their holders. */
export function followTenantPauses(
  { bus }: Pick<Platform, 'bus'>,
  onChanged: (tenantId: string) => void,
): void {
  bus.consume('lanes', ['tenant.suspended', 'tenant.reactivated'], async ({ event }, held) => {
    await pauseLanes(held, {
      tenantId: event.subject.id,
      pause: 'suspended',
      isPaused: event.type === 'tenant.suspended',
      eventId: event.id,
    });
    onChanged(event.subject.id);
  });
  bus.consume('entitled-lanes', ['entitlement.changed'], async ({ tenantId, event }, held) => {
    if (event.data['family'] !== 'webhooks') return;
    await pauseLanes(held, {
      tenantId,
      pause: 'unentitled',
      isPaused: event.data['entitled'] === false,
      eventId: event.id,
    });
    onChanged(tenantId);
  });
}
