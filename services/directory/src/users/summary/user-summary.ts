import type { UserSummaryResource, userSummaryOperations } from '@platform/contracts';
import { asyncCache } from '@platform/kit/cache';
import type { Database, Tx } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import { exactCountOf, userCounter } from '../../counters/counters.ts';

/** How long counts are kept. */
const keptMs = 60_000;

const actor = { type: 'system', id: 'directory' } as const;

/**
 * Counts users: all of them by their counter, and those who are not active, usually few, in the index
 * by status.
 */
async function countUsers(tx: Tx): Promise<UserSummaryResource> {
  const total = await exactCountOf(tx, userCounter);
  const rows = await tx.rows<{ status: 'suspended' | 'deactivated'; count: number }>(
    `SELECT status, count(*)::int AS count FROM users
     WHERE tenant_id = $1 AND status IN ('suspended', 'deactivated') GROUP BY status`,
    [tx.context.tenantId],
  );
  const countOf = (status: string): number => rows.find((row) => row.status === status)?.count ?? 0;
  const [suspended, deactivated] = [countOf('suspended'), countOf('deactivated')];
  return {
    total,
    active: Math.max(0, total - suspended - deactivated),
    suspended,
    deactivated,
    countedAt: new Date().toISOString(),
  };
}

/** Counts the users of tenants, each at most once a minute. */
export function userSummaryHandlers({
  db,
}: {
  db: Pick<Database, 'read'>;
}): Handlers<typeof userSummaryOperations> {
  const counts = asyncCache({
    fetch: (tenantId: string) => db.read({ tenantId, actor }, countUsers),
    keyOf: (tenantId) => tenantId,
    ttlMs: keptMs,
    max: 1_000,
  });
  return { userDirectorySummary: async ({ principal }) => counts.get(principal.tenantId) };
}
