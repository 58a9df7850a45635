import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import type { EndpointNotices } from '../webhooks/endpoint-notices.ts';
import type { EndedAttempt } from './attempt.ts';
import type { AttemptRecord, DeliveryRecord } from '../deliveries/delivery-record.ts';
import { deliveryTurn } from '../deliveries/delivery-state.ts';
import type { DeliveryEvent } from '../deliveries/delivery-state.ts';
import {
  deleteUnfinishedAttempts,
  settleDeliveries,
  upsertAttempts,
} from '../deliveries/delivery-store.ts';
import type { DeliveryResult } from '../deliveries/delivery-store.ts';
import {
  afterAttempt,
  failingVerdict,
  isNetworkError,
  verdictDueAt,
} from '../lanes/lane-health.ts';
import type { HealthRules } from '../lanes/lane-health.ts';
import type { LaneRecord } from '../lanes/lane-record.ts';
import type { NetworkGuard } from '../lanes/local-outage-detector.ts';
import { nextAttemptAt } from './retry-schedule.ts';

/** A delivery whose attempt ended; without one where the event was gone. */
export interface Settled {
  delivery: DeliveryRecord;
  attempt: EndedAttempt | undefined;
}

/** The rules that decide how deliveries and lanes go on. */
export interface SettlementOptions {
  rules: HealthRules & { retrySchedule: readonly number[]; atMostOnce: boolean };
  guard: NetworkGuard;
  notices: EndpointNotices;
  clock: () => number;
  random: () => number;
  onOutcome: (outcome: string) => void;
}

const gone = 410;

/** Writes how attempts ended: attempts, deliveries, and the lane in memory, which the caller stores. */
export function settlement({ rules, guard, notices, clock, random, onOutcome }: SettlementOptions) {
  const schedule = rules.atMostOnce ? [] : rules.retrySchedule;

  function eventOf(attempt: EndedAttempt, nextAt: number | null): DeliveryEvent {
    if (attempt.record.outcome === 'succeeded') return 'delivered';
    if (attempt.record.responseStatus === gone) return 'gone';
    if (attempt.record.outcome === 'aborted' && rules.atMostOnce) return 'abandoned';
    return nextAt === null ? 'exhausted' : 'failed';
  }

  function resultOf(
    delivery: DeliveryRecord,
    event: DeliveryEvent,
    nextAt: number | null,
    endpointEnabled: boolean,
  ): DeliveryResult {
    const turn = deliveryTurn('in_flight', event, {
      endpointEnabled,
      atMostOnce: rules.atMostOnce,
    });
    if (!turn) throw new Error(`no turn for ${event}`);
    const isOpen = turn.status === 'pending' || turn.status === 'held';
    if (!isOpen) onOutcome(turn.reason ?? turn.status);
    return {
      id: delivery.id,
      eventIngestedAt: delivery.eventIngestedAt,
      status: turn.status,
      reason: turn.reason,
      nextAttemptAt: isOpen ? (nextAt ?? clock()) : null,
      completedAt: isOpen ? null : clock(),
    };
  }

  const retryAt = (delivery: DeliveryRecord, asked: number | null): number | null =>
    nextAttemptAt({
      step: delivery.step,
      now: clock(),
      expiresAt: delivery.expiresAt.getTime(),
      schedule,
      retryAfterMs: asked,
      random,
    });

  /** The lane after one attempt, with what is told of it. */
  async function judge(
    tx: Tx,
    lane: LaneRecord,
    { record, endedAt, retryAfterMs: asked }: EndedAttempt,
  ): Promise<LaneRecord> {
    if (record.outcome === 'aborted') return lane;
    const networkAtFault = guard.isAtFault();
    const health = afterAttempt(
      lane.health,
      {
        endedAt,
        durationMs: record.durationMs,
        error: record.outcome === 'succeeded' ? null : record.error,
        status: record.responseStatus,
        retryAfterMs: asked,
      },
      rules,
      { networkAtFault, random },
    );
    const due = verdictDueAt(health, endedAt, rules);
    const after: LaneRecord = {
      ...lane,
      health,
      checkAt: due === null ? lane.checkAt : Math.min(due, lane.checkAt ?? due),
    };
    if (record.outcome === 'succeeded' && lane.health.warned)
      await notices.recovered(tx, lane.endpointId);
    if (!lane.enabled) return after;
    const verdict =
      record.responseStatus === gone
        ? 'gone'
        : failingVerdict(health, endedAt, rules, networkAtFault);
    if (verdict === 'warn') {
      await notices.failing(tx, lane.endpointId, health.lastError);
      return { ...after, health: { ...health, warned: true } };
    }
    if (verdict === undefined) return after;
    await notices.autoDisable(
      tx,
      lane.endpointId,
      verdict === 'gone' ? 'gone' : 'failing',
      health.lastError,
    );
    return { ...after, enabled: false };
  }

  return {
    /** Counted when the request ends, whatever becomes of the write. */
    observe: (endpointId: string, { record: { error, outcome } }: EndedAttempt): void => {
      if (outcome !== 'aborted') guard.record(endpointId, isNetworkError(error));
    },

    /** Settles attempts; answers the lane as it stands after them. */
    async settle(tx: Tx, before: LaneRecord, settled: readonly Settled[]): Promise<LaneRecord> {
      let lane = before;
      const plans: { delivery: DeliveryRecord; event: DeliveryEvent; nextAt: number | null }[] = [];
      for (const { delivery, attempt } of settled) {
        if (attempt) lane = await judge(tx, lane, attempt);
        const nextAt = attempt ? retryAt(delivery, attempt.retryAfterMs) : null;
        plans.push({ delivery, event: attempt ? eventOf(attempt, nextAt) : 'event_lost', nextAt });
      }
      await settleDeliveries(
        tx,
        lane.endpointId,
        plans.map(({ delivery, event, nextAt }) => resultOf(delivery, event, nextAt, lane.enabled)),
      );
      const records = settled.flatMap(({ attempt }) => (attempt ? [attempt.record] : []));
      if (records.length > 0) await upsertAttempts(tx, records);
      return lane;
    },

    /** What a holder left in flight counts as an attempt that was aborted. */
    async settleOrphans(
      tx: Tx,
      { endpointId, enabled }: LaneRecord,
      orphans: readonly DeliveryRecord[],
      url: string,
    ): Promise<void> {
      const aborted = orphans.map((d): AttemptRecord => ({
        deliveryId: d.id,
        id: newId('webhookAttempt'),
        startedAt: d.claimedAt ?? new Date(clock()),
        number: d.attemptCount,
        trigger: d.manual ? 'manual' : 'scheduled',
        url,
        durationMs: 0,
        outcome: 'aborted',
        error: 'process_died',
        responseStatus: null,
        responseHeaders: {},
        responseBody: null,
        responseBodyTruncated: false,
        secretIds: [],
      }));
      await deleteUnfinishedAttempts(
        tx,
        orphans.map((d) => d.id),
      );
      await upsertAttempts(tx, aborted);
      await settleDeliveries(
        tx,
        endpointId,
        orphans.map((d) => {
          const nextAt = rules.atMostOnce ? null : retryAt(d, null);
          return resultOf(
            d,
            rules.atMostOnce || nextAt !== null ? 'abandoned' : 'exhausted',
            nextAt,
            enabled,
          );
        }),
      );
    },
  };
}

/** See {@link settlement}. */
export type Settlement = ReturnType<typeof settlement>;
