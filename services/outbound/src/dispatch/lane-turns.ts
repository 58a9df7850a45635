import { planByIndex } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { attemptToSend } from '../attempts/attempt.ts';
import type { OutcomeRecorder } from '../attempts/outcome-recorder.ts';
import {
  claimDeliveries,
  listOrphans,
  nextDeliveryTimes,
  upsertAttempts,
} from '../deliveries/delivery-queue.ts';
import type { ClaimedDelivery, LaneClaim } from '../deliveries/delivery-queue.ts';
import { lockHeldLanes } from '../lanes/lane-leases.ts';
import type { LaneRecord } from '../lanes/lane-record.ts';
import { saveLanes } from '../lanes/lanes.ts';
import type { EndpointTarget, EndpointTargets } from '../webhooks/endpoint-target.ts';
import { withTrial } from './lane-plan.ts';
import { afterClaim, planClaim, restOf } from './lane-turn.ts';
import type { ClaimPlan, LaneAfterClaim, LaneView, Turn, TurnInput } from './lane-turn.ts';

export interface TurnDeps {
  targets: EndpointTargets;
  recorder: OutcomeRecorder;
  atMostOnce: boolean;
  clock: () => number;
}

/** A locked lane before its turn. */
interface HeldLane {
  input: TurnInput;
  before: LaneRecord;
  target: EndpointTarget;
}

/** Deliveries that lanes of one transaction claim ahead, in total: it must not take long. */
const mostAhead = 1_024;

/** Locks the lanes that are still held, and reads their endpoints. */
async function heldLanes(
  tx: Tx,
  { targets }: TurnDeps,
  inputs: readonly TurnInput[],
): Promise<HeldLane[]> {
  const [lanes] = await Promise.all([
    lockHeldLanes(
      tx,
      inputs.map(({ lane }) => lane),
    ),
    planByIndex(tx),
  ]);
  const found = await targets.list(tx, [...lanes.values()]);
  return inputs.flatMap((input) => {
    const before = lanes.get(input.lane.destinationId);
    const target = found.get(input.lane.destinationId);
    // The pod may have lost the lane and claimed it again: only the new holder has its epoch.
    return before?.epoch === input.lane.epoch && target ? [{ input, before, target }] : [];
  });
}

/** Records what dead holders left in flight. */
async function recordOrphans(
  tx: Tx,
  { recorder }: TurnDeps,
  lanes: readonly HeldLane[],
): Promise<void> {
  const asking = lanes.filter(({ input }) => input.mustLookForOrphans);
  if (asking.length === 0) return;
  const orphans = await listOrphans(
    tx,
    asking.map(({ before }) => before.endpointId),
    asking.flatMap(({ input }) => input.openIds),
  );
  await recorder.recordAbandoned(
    tx,
    asking.map(({ before, target }) => ({
      lane: before,
      orphans: orphans.filter(({ endpointId }) => endpointId === before.endpointId),
      url: target.recordedUrl,
    })),
  );
}

async function judgedLane(
  tx: Tx,
  { recorder }: TurnDeps,
  { input, before, target }: HeldLane,
  now: number,
): Promise<LaneView> {
  const { ended, underWay, hasOverdue, attemptMs } = input;
  const judged = await recorder.judge(tx, before, ended);
  const load = { now, underWay, hasOverdue, attemptMs };
  return { input, judged, lane: withTrial(judged, now), target, load };
}

/** Claims deliveries of all lanes. Returns them by endpoint, in order. */
async function claim(
  tx: Tx,
  plans: readonly (LaneView & ClaimPlan)[],
  now: number,
): Promise<Map<string, ClaimedDelivery[]>> {
  const claims = plans
    .filter(({ limit }) => limit > 0)
    .map(({ input, lane: { endpointId, openSince }, target, limit }): LaneClaim => ({
      endpointId,
      openSince,
      isStrict: target.ordering === 'strict',
      epoch: input.lane.epoch,
      limit,
    }));
  const found = new Map<string, ClaimedDelivery[]>(claims.map((one) => [one.endpointId, []]));
  if (claims.length === 0) return found;
  for (const one of await claimDeliveries(tx, claims, now)) found.get(one.endpointId)?.push(one);
  return found;
}

/** Returns when the deliveries of idle lanes are due; closed lanes wait until they are enabled. */
async function dueTimes(
  tx: Tx,
  lanes: readonly LaneAfterClaim[],
  now: number,
): Promise<Map<string, number>> {
  const open = lanes.filter(({ isIdle, after }) => isIdle && after.enabled);
  return nextDeliveryTimes(
    tx,
    open.map(({ after: { endpointId, openSince }, target }) => ({
      endpointId,
      openSince,
      isStrict: target.ordering === 'strict',
    })),
    now,
  );
}

/** Saves the lanes that changed, and releases the idle ones. Returns the result of each turn. */
async function finish(
  tx: Tx,
  lanes: readonly LaneAfterClaim[],
  due: ReadonlyMap<string, number>,
): Promise<Map<TurnInput, Turn>> {
  const ends = lanes.map((lane) => {
    const rest = lane.isIdle ? restOf(lane, due.get(lane.after.endpointId) ?? null) : undefined;
    const release = rest && 'dueAt' in rest ? rest : undefined;
    const lookAgainMs = rest && 'waitMs' in rest ? rest.waitMs : lane.lookAgainMs;
    return { lane, release, lookAgainMs: release ? undefined : lookAgainMs };
  });
  const changed = ends.filter(({ lane, release }) => lane.hasChanged || release);
  if (changed.length > 0)
    await saveLanes(
      tx,
      changed.map(({ lane, release }) => ({ ...lane.after, release })),
    );
  return new Map(
    ends.map(({ lane: { input, claimed, target }, release, lookAgainMs }) => [
      input,
      { claimed, target, lookAgainMs, isReleased: release !== undefined },
    ]),
  );
}

/**
 * Takes the turns of several lanes of a tenant in one transaction: records finished attempts, claims
 * new ones. The result has no turn of a lane that is lost, of which nothing is recorded. The number
 * of statements does not depend on the number of lanes.
 */
export async function takeTurns(
  tx: Tx,
  deps: TurnDeps,
  inputs: readonly TurnInput[],
): Promise<Map<TurnInput, Turn>> {
  const { recorder, atMostOnce, clock } = deps;
  const held = await heldLanes(tx, deps, inputs);
  const now = clock();
  await recordOrphans(tx, deps, held);
  const limits = { atMostOnce, mostAhead: Math.ceil(mostAhead / inputs.length) };
  const plans: (LaneView & ClaimPlan)[] = [];
  for (const one of held) {
    const view = await judgedLane(tx, deps, one, now);
    plans.push({ ...view, ...planClaim(view, limits) });
  }
  // The database runs them in this order, without a round trip between them.
  const recording = recorder.record(
    tx,
    plans.map(({ judged, input: { ended }, unsent }) => ({ lane: judged, ended, unsent })),
  );
  const [claimed] = await Promise.all([claim(tx, plans, now), recording]);
  const lanes = plans.map((plan) =>
    afterClaim(plan, plan, claimed.get(plan.lane.endpointId) ?? []),
  );
  // The attempt's row precedes the request: after a crash, it shows that the request may have been
  // sent.
  const toSend = lanes.flatMap((lane) =>
    lane.claimed.flatMap(({ request }) => (request ? [attemptToSend(lane.target, request)] : [])),
  );
  if (atMostOnce && toSend.length > 0) await upsertAttempts(tx, toSend);
  return finish(tx, lanes, await dueTimes(tx, lanes, now));
}
