import type { Tx } from '@platform/kit/database';
import type { AttemptContext } from '../lanes/circuit.ts';
import { failingVerdict, verdictDueAt } from '../lanes/failing-verdict.ts';
import { laneAfterAttempt } from '../lanes/lane-after-attempt.ts';
import type { HealthRules, LaneAttempt } from '../lanes/lane-health.ts';
import type { LaneRecord } from '../lanes/lane-record.ts';
import type { EndpointNotices } from '../webhooks/endpoint-notices.ts';
import type { EndedAttempt } from './attempt-record.ts';
import { isGone } from './delivery-outcome.ts';

const asLaneAttempt = ({ record, endedAt, retryAfterMs }: EndedAttempt): LaneAttempt => ({
  endedAt,
  durationMs: record.durationMs,
  error: record.outcome === 'succeeded' ? null : record.error,
  status: record.responseStatus,
  retryAfterMs,
});

/**
 * Returns the lane after an attempt, and updates its endpoint if it is failing, has recovered, or
 * is to be disabled.
 */
export async function judgeLane(
  tx: Tx,
  lane: LaneRecord,
  attempt: EndedAttempt,
  { rules, notices, ...context }: { rules: HealthRules; notices: EndpointNotices } & AttemptContext,
): Promise<LaneRecord> {
  const { record, endedAt } = attempt;
  if (record.outcome === 'aborted') return lane;
  const health = laneAfterAttempt(lane.health, asLaneAttempt(attempt), rules, context);
  const due = verdictDueAt(health, endedAt, rules);
  const checkAt = due === null ? lane.checkAt : Math.min(due, lane.checkAt ?? due);
  const after: LaneRecord = { ...lane, health, checkAt };
  if (record.outcome === 'succeeded' && lane.health.warned)
    await notices.recovered(tx, lane.endpointId);
  if (!lane.enabled) return after;
  const isFailing = failingVerdict(health, endedAt, rules, context.networkAtFault);
  if (isGone(attempt) || isFailing === 'disable') {
    const reason = isGone(attempt) ? 'gone' : 'failing';
    await notices.autoDisable(tx, lane.endpointId, reason, health.lastError);
    return { ...after, enabled: false };
  }
  if (isFailing !== 'warn') return after;
  await notices.failing(tx, lane.endpointId, health.lastError);
  return { ...after, health: { ...health, warned: true } };
}
