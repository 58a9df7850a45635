import { awaitedServices, purgingServices } from '@platform/contracts';
import type { Logger } from '@platform/kit/telemetry';
import { every } from '@platform/kit/service';
import type { Worker } from '@platform/kit/service';
import { purgeTenant } from '@platform/data-lifecycle/tenant-purge';
import type { TenantsOptions } from './tenants-options.ts';
import type { tenantStates } from './tenant-state.ts';
import {
  deleteOldRequests,
  findTenantById,
  listTenantsToPurge,
  listTenantsToAnnounce,
  lockTenant,
  purgedTables,
  updateDeletionAnnounced,
  updateTenantPurge,
} from './tenant-store.ts';
import { presentTenant } from './tenant-view.ts';

const keptMs = 30 * 86_400_000;
const intervalMs = 3_600_000;
/** Less than the interval, so that all pods together announce a deletion once per interval. */
const announcedAgainAfterMs = intervalMs - 600_000;
const contextOf = (tenantId: string) =>
  ({ tenantId, actor: { type: 'system', id: 'hub' } }) as const;

interface PurgeOptions extends TenantsOptions {
  changeState: ReturnType<typeof tenantStates>;
  log: Logger;
  now?: () => number;
}

/** Records that a service has purged a deleted tenant; the last service completes the deletion. */
function purgeRecord({ log }: Pick<PurgeOptions, 'log'>) {
  return async function record(
    db: Pick<PurgeOptions['db'], 'transact'>,
    tenantId: string,
    service: string,
  ): Promise<void> {
    await db.transact(contextOf(tenantId), async (tx) => {
      const row = await lockTenant(tx, tenantId);
      if (row?.state !== 'deleted' || !purgingServices.some((name) => name === service))
        return log.error(
          { tenantId, service },
          'a purge was acknowledged that was never requested',
        );
      const purgedBy = [...new Set([...row.purgedBy, service])];
      const isLast = awaitedServices(purgedBy).length === 0;
      await updateTenantPurge(tx, tenantId, purgedBy, isLast);
      if (isLast && !row.purgedAt)
        tx.afterCommit(() =>
          log.info({ tenantId }, 'a deleted tenant was purged from every service'),
        );
    });
  };
}

/** Deletes tenants 30 days after their deletion was requested, purges their data in the hub, and announces the deletion until every service has purged. */
export function hubTenantPurge({
  changeState,
  now = Date.now,
  ...options
}: PurgeOptions): Worker & { run(): Promise<void> } {
  const { db, bus, issuers, log } = options;
  const record = purgeRecord(options);
  bus.consume('purges', ['tenant.purged'], ({ tenantId, event }, consumerDb) =>
    record(consumerDb, tenantId, String(event.data['service'])),
  );

  async function purgeOwn(tenantId: string): Promise<void> {
    await purgeTenant(db, tenantId, { only: purgedTables });
    await record(db, tenantId, 'hub');
  }

  async function end(tenantId: string): Promise<void> {
    // The state changes first, so that a partly purged tenant cannot be restored. An interrupted purge resumes with the next announcement.
    await changeState({ tenantId, to: 'deleted', actor: contextOf(tenantId).actor });
    await purgeOwn(tenantId);
  }

  async function announceAgain(tenantId: string, before: Date): Promise<void> {
    const known = await db.work((tx) => findTenantById(tx, tenantId));
    if (known && !known.purgedBy.includes('hub')) await purgeOwn(tenantId);
    await db.transact(contextOf(tenantId), async (tx) => {
      const row = await lockTenant(tx, tenantId);
      if (!row || row.purgedAt || !row.deletionToldAt || row.deletionToldAt >= before) return;
      const awaited = awaitedServices(row.purgedBy);
      // The service that had not purged has been removed from the platform.
      if (awaited.length === 0)
        return void (await updateTenantPurge(tx, tenantId, row.purgedBy, true));
      const tenant = presentTenant(await updateDeletionAnnounced(tx, tenantId), issuers);
      await tx.publish({
        type: 'tenant.deleted',
        subject: { type: 'tenant', id: tenantId },
        data: { tenant },
      });
      log.warn(
        { tenantId, awaited },
        'a deleted tenant is not purged from every service yet; the deletion is announced again',
      );
    });
  }

  /** A tenant that fails does not delay the others. */
  async function each(
    tenants: readonly { id: string }[],
    work: (tenantId: string) => Promise<void>,
  ): Promise<void> {
    for (const { id } of tenants)
      await work(id).catch((error: unknown) =>
        log.warn({ err: error, tenantId: id }, 'the deletion of a tenant failed; it is retried'),
      );
  }

  async function run(): Promise<void> {
    const before = new Date(now() - announcedAgainAfterMs);
    await each(await db.work((tx) => listTenantsToPurge(tx, new Date(now() - keptMs))), end);
    await each(await db.work((tx) => listTenantsToAnnounce(tx, before)), (tenantId) =>
      announceAgain(tenantId, before),
    );
    await deleteOldRequests(db);
  }

  return { ...every(intervalMs, 'deletion of tenants', log, run), run };
}
