import type { Database, Tx, WorkerTx } from '@platform/kit/database';

/** A row of any tenant. */
export interface TenantKey {
  tenantId: string;
  id: string;
}

const blockRows = 500;

/** The ids of each tenant. */
export const byTenant = (keys: readonly TenantKey[]): [string, string[]][] =>
  [...new Set(keys.map(({ tenantId }) => tenantId))].map((tenantId) => [
    tenantId,
    keys.filter((key) => key.tenantId === tenantId).map(({ id }) => id),
  ]);

/**
 * Works rows of all tenants in blocks, with one transaction for each tenant of a block, until no more are listed or a block
 * changes none. Returns how many were changed.
 */
export async function workInBlocks(
  db: Pick<Database, 'work' | 'transact'>,
  actorId: string,
  {
    list,
    work,
  }: {
    list: (tx: WorkerTx, limit: number) => Promise<TenantKey[]>;
    /** Returns how many of these rows it changed. */
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
