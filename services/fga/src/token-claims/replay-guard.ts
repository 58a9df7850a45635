import { createHash } from 'node:crypto';
import type { Bus } from '@platform/kit/bus';
import type { Metrics } from '@platform/kit/telemetry';
import { within } from '@platform/kit/async';
import { LRUCache } from 'lru-cache';

const usualAnswerMs = 500;

export interface ReplayGuardOptions {
  bus: Pick<Bus, 'take'>;
  lifeMs: number;
  metrics: Metrics;
  max?: number;
  /** Multiplies the 500 ms that the bus has to respond. Default: 1. */
  deadlineFactor?: number;
}

/**
 * Recognizes repeated calls: across all pods through the bus; while it is unavailable, each pod
 * only its own.
 */
export function replayGuard({
  bus,
  lifeMs,
  metrics,
  max = 200_000,
  deadlineFactor = 1,
}: ReplayGuardOptions) {
  const answerMs = usualAnswerMs * deadlineFactor;
  const alone = metrics.counter('fga_enrichment_replay_fallback_total');
  const seen = new LRUCache<string, true>({ max, ttl: lifeMs });

  /** True for the first call with this id. Call it after the caller is authenticated. */
  return async function isFirst(tenantId: string, requestId: string): Promise<boolean> {
    const key = createHash('sha256')
      .update(JSON.stringify([tenantId, requestId]))
      .digest('hex');
    if (seen.has(key)) return false;
    seen.set(key, true);
    try {
      return await within(answerMs, bus.take('claims-replay', key, lifeMs));
    } catch {
      alone.inc();
      return true;
    }
  };
}

export type IsFirst = ReturnType<typeof replayGuard>;
