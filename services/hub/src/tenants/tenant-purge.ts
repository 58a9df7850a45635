import type { Logger } from '@platform/kit/log';
import { every } from '@platform/kit/service';
import type { Worker } from '@platform/kit/service';
import type { TenantsOptions } from './tenant-creation.ts';
import type { tenantStates } from './tenant-state.ts';
import { deleteOldRequests, listTenantsToPurge, purgeTenantRows, purgedTables } from './tenant-store.ts';

const keptMs = 30 * 86_400_000;
const batch = 1000;
const system = { type: 'system', id: 'hub' } as const;

/** Ends tenants thirty days after their deletion was asked for, and drops what the hub kept of them. */
export function tenantPurge({ db }: TenantsOptions, changeState: ReturnType<typeof tenantStates>, log: Logger, now: () => number = Date.now): Worker & { run(): Promise<void> } {
  async function purge(tenantId: string): Promise<void> {
    for (const table of purgedTables) {
      while ((await db.transact({ tenantId, actor: system }, (tx) => purgeTenantRows(tx, table, batch))) === batch);
    }
    // Last, so that a purge that died is taken up again.
    await changeState({ tenantId, to: 'deleted', actor: system });
    log.info({ tenantId }, 'a tenant was purged');
  }

  async function run(): Promise<void> {
    const due = await db.work((tx) => listTenantsToPurge(tx, new Date(now() - keptMs)));
    for (const { id } of due) await purge(id);
    await db.work(deleteOldRequests);
  }

  return { ...every(3_600_000, 'deletion of tenants', log, run), run };
}
