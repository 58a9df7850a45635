import { maxBulkUsers } from '@platform/contracts';
import type { UserSummaryResource, userSummaryOperations } from '@platform/contracts';
import { asyncCache } from '@platform/kit/cache';
import type { Database, Tx } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import { exactCountOf, userCounter } from '../../counters/counters.ts';
import { refuseParameter, userFilterOf } from '../user-filter.ts';
import { countUsersByStatus } from '../user-list-store.ts';
import type { UserFilter } from '../user-list-store.ts';

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
    isExact: true,
    countedAt: new Date().toISOString(),
  };
}

/** Counts the users that match a filter, up to the number that one bulk job can change. */
async function countMatching(tx: Tx, filter: UserFilter): Promise<UserSummaryResource> {
  const rows = await countUsersByStatus(tx, filter, maxBulkUsers + 1);
  const countOf = (status: string): number => rows.find((row) => row.status === status)?.count ?? 0;
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return {
    total: Math.min(total, maxBulkUsers),
    active: countOf('active'),
    suspended: countOf('suspended'),
    deactivated: countOf('deactivated'),
    isExact: total <= maxBulkUsers,
    countedAt: new Date().toISOString(),
  };
}

/** Counts the users of tenants: all of them at most once a minute, those of a filter each time. */
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
  return {
    async userDirectorySummary({ principal, query, read }) {
      if (Object.keys(query).length === 0) return counts.get(principal.tenantId);
      const filter = userFilterOf(query, refuseParameter);
      return read((tx) => countMatching(tx, filter));
    },
  };
}
