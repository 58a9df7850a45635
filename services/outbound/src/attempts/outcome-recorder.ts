import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import {
  deleteUnfinishedAttempts,
  recordOutcomes,
  upsertAttempts,
} from '../deliveries/delivery-queue.ts';
import type {
  AttemptRecord,
  DeliveryOutcome,
  DeliveryRecord,
} from '../deliveries/delivery-queue.ts';
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

/** A lane after its attempts that ended, and the deliveries that were claimed ahead and are returned. */
export interface LaneOutcomes {
  lane: LaneRecord;
  ended: readonly EndedDelivery[];
  unsent: readonly DeliveryRecord[];
}

/** The deliveries in flight of a lane whose holder died, and the URL of its attempts. */
export interface AbandonedDeliveries {
  lane: LaneRecord;
  orphans: readonly DeliveryRecord[];
  url: string;
}

/** Records the outcomes of attempts: attempts, deliveries, and lanes in memory, which the caller stores. */
export function outcomeRecorder(options: {
  rules: HealthRules & DeliveryRules;
  outages: LocalOutageDetector;
  notices: EndpointNotices;
  clock: () => number;
  random: () => number;
  onOutcome: (outcome: string) => void;
}) {
  const { rules, outages, notices, clock, random, onOutcome } = options;

  const outcomesOf = (
    { enabled }: LaneRecord,
    plans: readonly DeliveryPlan[],
  ): DeliveryOutcome[] => {
    const guard = { endpointEnabled: enabled, atMostOnce: rules.atMostOnce };
    return plans.map((plan) => outcomeOf(plan, guard, clock()));
  };

  async function record(tx: Tx, outcomes: readonly DeliveryOutcome[]): Promise<void> {
    await recordOutcomes(tx, outcomes);
    tx.afterCommit(() => {
      for (const { completedAt, reason, status } of outcomes)
        if (completedAt !== null) onOutcome(reason ?? status);
    });
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
    async record(tx: Tx, lanes: readonly LaneOutcomes[]): Promise<void> {
      const now = clock();
      const outcomes = lanes.flatMap(({ lane, ended, unsent }) =>
        outcomesOf(lane, [
          ...ended.map((e) => planAfterAttempt(e, rules, { now, random })),
          ...unsent.map(planUnsent),
        ]),
      );
      const records = lanes.flatMap(({ ended }) =>
        ended.flatMap(({ attempt }) => (attempt ? [attempt.record] : [])),
      );
      await Promise.all([
        outcomes.length > 0 && record(tx, outcomes),
        records.length > 0 && upsertAttempts(tx, records),
      ]);
    },

    /** Records what dead holders left in flight: each counts as an aborted attempt. */
    async recordAbandoned(tx: Tx, lanes: readonly AbandonedDeliveries[]): Promise<void> {
      const now = clock();
      const ids = lanes.flatMap(({ orphans }) => orphans.map((d) => d.id));
      if (ids.length === 0) return;
      await deleteUnfinishedAttempts(tx, ids);
      await upsertAttempts(
        tx,
        lanes.flatMap(({ orphans, url }) => orphans.map((d) => abortedAttempt(d, url, now))),
      );
      const outcomes = lanes.flatMap(({ lane, orphans }) =>
        outcomesOf(
          lane,
          orphans.map((d) => planAfterDeath(d, rules, { now, random })),
        ),
      );
      await record(tx, outcomes);
    },
  };
}

export type OutcomeRecorder = ReturnType<typeof outcomeRecorder>;
