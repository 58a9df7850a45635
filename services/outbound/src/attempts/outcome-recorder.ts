import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import {
  deleteUnfinishedAttempts,
  recordOutcomes,
  upsertAttempts,
} from '../deliveries/delivery-queue.ts';
import type { AttemptRecord, DeliveryRecord } from '../deliveries/delivery-queue.ts';
import { isNetworkError } from '../lanes/lane-health.ts';
import type { HealthRules } from '../lanes/lane-health.ts';
import type { LaneRecord } from '../lanes/lane-record.ts';
import type { LocalOutageDetector } from '../lanes/local-outage-detector.ts';
import type { EndpointNotices } from '../webhooks/endpoint-notices.ts';
import { unfinishedAttempt } from './attempt-record.ts';
import type { EndedAttempt } from './attempt-record.ts';
import { outcomeOf, planAfterAttempt, planAfterDeath, planUnsent } from './delivery-outcome.ts';
import type { DeliveryPlan, DeliveryRules, EndedDelivery } from './delivery-outcome.ts';
import { judgeLane } from './lane-verdict.ts';

/** Returns the attempt that a dead holder left in flight. */
const abortedAttempt = (delivery: DeliveryRecord, url: string, now: number): AttemptRecord => ({
  ...unfinishedAttempt({
    deliveryId: delivery.id,
    id: newId('webhookAttempt'),
    startedAt: delivery.claimedAt ?? new Date(now),
    number: delivery.attemptCount,
    trigger: delivery.manual ? 'manual' : 'scheduled',
    url,
  }),
  outcome: 'aborted',
  error: 'process_died',
});

/** Records the outcomes of attempts: attempts, deliveries, and the lane in memory, which the caller stores. */
export function outcomeRecorder(options: {
  rules: HealthRules & DeliveryRules;
  outages: LocalOutageDetector;
  notices: EndpointNotices;
  clock: () => number;
  random: () => number;
  onOutcome: (outcome: string) => void;
}) {
  const { rules, outages, notices, clock, random, onOutcome } = options;

  async function recordPlans(tx: Tx, lane: LaneRecord, plans: DeliveryPlan[]): Promise<void> {
    const guard = { endpointEnabled: lane.enabled, atMostOnce: rules.atMostOnce };
    const outcomes = plans.map((plan) => outcomeOf(plan, guard, clock()));
    await recordOutcomes(tx, lane.endpointId, outcomes);
    for (const { completedAt, reason, status } of outcomes)
      if (completedAt !== null) onOutcome(reason ?? status);
  }

  return {
    /** Counts an attempt when its request ends, even if the write fails. */
    observe(endpointId: string, { record: { error, outcome } }: EndedAttempt): void {
      if (outcome !== 'aborted') outages.record(endpointId, isNetworkError(error));
    },

    /** Returns the lane after these attempts. */
    async judge(tx: Tx, before: LaneRecord, ended: readonly EndedDelivery[]): Promise<LaneRecord> {
      let lane = before;
      const context = { rules, notices, random, networkAtFault: outages.isOutage() };
      for (const { attempt } of ended)
        if (attempt) lane = await judgeLane(tx, lane, attempt, context);
      return lane;
    },

    /** Records finished attempts, and returns unsent deliveries. All statements are sent when it is called. */
    async record(
      tx: Tx,
      lane: LaneRecord,
      { ended, unsent }: { ended: readonly EndedDelivery[]; unsent: readonly DeliveryRecord[] },
    ): Promise<void> {
      if (ended.length + unsent.length === 0) return;
      const now = clock();
      const plans = [
        ...ended.map((e) => planAfterAttempt(e, rules, { now, random })),
        ...unsent.map(planUnsent),
      ];
      const records = ended.flatMap(({ attempt }) => (attempt ? [attempt.record] : []));
      await Promise.all([
        recordPlans(tx, lane, plans),
        records.length > 0 && upsertAttempts(tx, records),
      ]);
    },

    /** Records what a dead holder left in flight: each counts as an aborted attempt. */
    async recordAbandoned(
      tx: Tx,
      lane: LaneRecord,
      orphans: readonly DeliveryRecord[],
      url: string,
    ): Promise<void> {
      const now = clock();
      const ids = orphans.map((d) => d.id);
      await deleteUnfinishedAttempts(tx, ids);
      await upsertAttempts(
        tx,
        orphans.map((d) => abortedAttempt(d, url, now)),
      );
      const plans = orphans.map((d) => planAfterDeath(d, rules, { now, random }));
      await recordPlans(tx, lane, plans);
    },
  };
}

export type OutcomeRecorder = ReturnType<typeof outcomeRecorder>;
