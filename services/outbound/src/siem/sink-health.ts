import type { SiemSinkHealthResource, SiemSinkResource } from '@platform/contracts';
import { totalBacklog } from './backlog.ts';
import type { CursorBounds, SinkCursor } from './cursor-store.ts';
import { isFailing } from './sink-progress.ts';

const degradedLagSeconds = 300;

export interface HealthFacts {
  status: SiemSinkResource['status'];
  cursor: SinkCursor;
  bounds: CursorBounds;
  /** When the oldest unread event was ingested. */
  oldestUnread: Date | undefined;
  now: number;
}

const textOf = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

function stateOf(
  { status, cursor, now }: HealthFacts,
  lagSeconds: number,
): SiemSinkHealthResource['state'] {
  if (status !== 'active') return status;
  if (cursor.suspended || cursor.unentitled) return 'paused';
  if (isFailing(cursor, now)) return 'failing';
  if (cursor.consecutiveFailures > 0 || lagSeconds > degradedLagSeconds) return 'degraded';
  return cursor.lastSuccessAt === null ? 'idle' : 'healthy';
}

/** Returns the health of a sink. */
export function healthOf(facts: HealthFacts): SiemSinkHealthResource {
  const { cursor, bounds, oldestUnread, now, status } = facts;
  const backlog = totalBacklog(cursor, bounds);
  const lagMs = backlog === 0 || !oldestUnread ? 0 : now - oldestUnread.getTime();
  const lagSeconds = Math.max(0, Math.floor(lagMs / 1000));
  return {
    state: stateOf(facts, lagSeconds),
    lastSuccessAt: textOf(cursor.lastSuccessAt),
    lastAttemptAt: textOf(cursor.lastAttemptAt),
    lastError: cursor.lastError,
    consecutiveFailures: cursor.consecutiveFailures,
    nextAttemptAt: status === 'active' && backlog > 0 ? textOf(cursor.nextDueAt) : null,
    backlog,
    lagSeconds,
    deliveredTotal: cursor.deliveredTotal,
    droppedTotal: cursor.droppedTotal,
    cursors: { audit: cursor.positions.audit.seq, lifecycle: cursor.positions.lifecycle.seq },
  };
}
