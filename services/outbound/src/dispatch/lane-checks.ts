import type { Database } from '@platform/kit/database';
import type { Metrics } from '@platform/kit/telemetry';
import type { EndpointNotices } from '../webhooks/endpoint-notices.ts';
import { expireDeliveries, nextExpiryAt } from '../deliveries/delivery-queue.ts';
import { failingVerdict, verdictDueAt } from '../lanes/failing-verdict.ts';
import type { HealthRules } from '../lanes/lane-health.ts';
import { countCircuits, listLanesToCheck } from '../lanes/lane-leases.ts';
import { lockLane, saveLanes } from '../lanes/lanes.ts';
import type { LocalOutageDetector } from '../lanes/local-outage-detector.ts';

export interface LaneCheckOptions {
  db: Pick<Database, 'transact' | 'work'>;
  rules: HealthRules;
  outages: LocalOutageDetector;
  notices: EndpointNotices;
  metrics: Metrics;
  clock: () => number;
  onOutcome: (outcome: string, count: number) => void;
}

const batch = 200;

/**
 * Expires deliveries, warns of failing endpoints and disables them when due. Any number of pods may
 * run it: each lane is locked.
 */
export function laneChecks({
  db,
  rules,
  outages,
  notices,
  metrics,
  clock,
  onOutcome,
}: LaneCheckOptions) {
  const circuits = metrics.gauge('platform_webhook_circuits');

  const check = (tenantId: string, endpointId: string): Promise<void> =>
    db.transact({ tenantId, actor: { type: 'system', id: 'outbound' } }, async (tx) => {
      const lane = await lockLane(tx, endpointId);
      const now = clock();
      if (!lane || (lane.checkAt ?? Infinity) > now) return;
      const expired = await expireDeliveries(tx, endpointId, now);
      const { health } = lane;
      const verdict = lane.enabled
        ? failingVerdict(health, now, rules, outages.isOutage())
        : undefined;
      if (verdict === 'disable')
        await notices.autoDisable(tx, endpointId, 'failing', health.lastError);
      if (verdict === 'warn') await notices.failing(tx, endpointId, health.lastError);
      const after = verdict === 'warn' ? { ...health, warned: true } : health;
      const due = [
        await nextExpiryAt(tx, endpointId),
        lane.enabled && verdict !== 'disable' ? verdictDueAt(after, now, rules) : null,
      ].filter((at) => at !== null);
      // A delivery in flight past its time is finished by its holder: check again in a minute.
      const checkAt = due.length === 0 ? null : Math.max(now + 1_000, Math.min(...due));
      await saveLanes(tx, [{ ...lane, health: after, checkAt }]);
      tx.afterCommit(() => onOutcome('expired', expired));
    });

  return async function checkLanes(): Promise<void> {
    for (const { circuit, n } of await db.work(countCircuits)) circuits.set({ circuit }, n);
    for (let full = true; full;) {
      const lanes = await db.work((tx) => listLanesToCheck(tx, clock(), batch));
      for (const { tenantId, endpointId } of lanes) await check(tenantId, endpointId);
      full = lanes.length === batch;
    }
  };
}
