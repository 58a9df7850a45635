import type { Database, Tx, WorkerTx } from '@platform/kit/database';

/** A row of any tenant. */
export interface TenantKey {
  tenantId: string;
  id: string;
}

const blockRows = 500;

/** Groups ids by tenant. */
export const byTenant = (keys: readonly TenantKey[]): [string, string[]][] =>
  [...new Set(keys.map(({ tenantId }) => tenantId))].map((tenantId) => [
    tenantId,
    keys.filter((key) => key.tenantId === tenantId).map(({ id }) => id),
  ]);

/**
 * Processes rows of all tenants in blocks, one transaction for each tenant of a block, until none
 * are listed or a block changes none. Returns the number of changed rows.
 */
export async function workInBlocks(
  db: Pick<Database, 'work' | 'transact'>,
  actorId: string,
  {
    list,
    work,
  }: {
    list: (tx: WorkerTx, limit: number) => Promise<TenantKey[]>;
    /** Returns the number of rows it changed. */
    work: (tx: Tx, ids: readonly string[]) => Promise<number>;
  },
  signal?: AbortSignal,
): Promise<number> {
  const actor = { type: 'system', id: actorId } as const;
  let total = 0;
  while (!signal?.aborted) {
    const keys = await db.work((tx) => list(tx, blockRows));
    let changed = 0;
    for (const [tenantId, ids] of byTenant(keys))
      changed += await db.transact({ tenantId, actor }, (tx) => work(tx, ids));
    total += changed;
    if (changed === 0 || keys.length < blockRows) return total;
  }
  return total;
}
