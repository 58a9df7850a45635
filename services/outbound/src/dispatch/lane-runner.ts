import type { Database, Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import type { Logger } from '@platform/kit/log';
import type { EndpointTarget, EndpointTargets } from '../webhooks/endpoint-target.ts';
import type { AttemptRequest, Attempts } from '../attempts/attempt.ts';
import {
  claimDeliveries,
  listOrphans,
  nextDeliveryAt,
  upsertAttempts,
} from '../deliveries/delivery-store.ts';
import type { ClaimedDelivery } from '../deliveries/delivery-store.ts';
import { releaseLane, lockHeldLane, updateHealth } from '../lanes/lane-store.ts';
import type { HeldLane } from '../lanes/lane-store.ts';
import type { LaneRecord } from '../lanes/lane-record.ts';
import type { Settled, Settlement } from '../attempts/outcomes.ts';
import type { Slot, Slots } from './slots.ts';

/** What runners share. */
export interface RunnerDeps {
  db: Pick<Database, 'transact'>;
  slots: Slots;
  targets: EndpointTargets;
  attempts: Attempts;
  settlement: Settlement;
  atMostOnce: boolean;
  clock: () => number;
  log: Logger;
  /** Other lanes wait for slots. */
  isContended: () => boolean;
  onClaimed: (waitedMs: number) => void;
}

/** A lane in work. */
export interface LaneRunner {
  readonly lane: HeldLane;
  /** There may be something to do. */
  wake(): void;
  /** Claims nothing more; resolves when the lane is given back. */
  stop(): Promise<void>;
  /** Ends the attempts under way. */
  abort(): void;
  /** The lease was lost: nothing is written any more. */
  lose(): void;
}

/** What a turn has committed. */
interface Step {
  claimed: { delivery: ClaimedDelivery; request: AttemptRequest }[];
  target: EndpointTarget;
  /** Look again after so long; undefined: only when something ends. */
  lookAgainMs: number | undefined;
  isReleased: boolean;
}

const pollMs = 1_000;
const aheadMs = 250;
const retryMs = 500;
/** A lane with much to do makes room for others after so long. */
const turnMs = 5_000;

/** Works one lane until it has nothing to do, fenced by the lane's epoch. */
export function runLane(
  deps: RunnerDeps,
  lane: HeldLane,
  firstSlot: Slot,
  onEnd: () => void,
): LaneRunner {
  const { db, slots, targets, attempts, settlement, clock, log } = deps;
  const { tenantId, endpointId } = lane;
  const context = { tenantId, actor: { type: 'system', id: 'outbound' } } as const;
  /** Claimed, and not settled by a transaction that has committed. */
  const open = new Set<string>();
  const abort = new AbortController();
  const startedAt = clock();
  let ended: Settled[] = [];
  let free: Slot[] = [firstSlot];
  let mustLookForOrphans = lane.wasAbandoned;
  let isStopping = false;
  let hasEnded = false;
  let running: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));

  const releaseSlots = (): void => {
    for (const slot of free) slot.release();
    free = [];
  };

  function end(): void {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(timer);
    releaseSlots();
    onEnd();
    finish();
  }

  const wakeIn = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(wake, ms);
  };

  /** How many requests the lane may start now, slots aside. */
  function room(
    { enabled, rests, health, pacedUntil }: LaneRecord,
    { ordering, intervalMs }: EndpointTarget,
    { now, underWay }: { now: number; underWay: number },
  ): number {
    if (
      isStopping ||
      isTurnOver(now) ||
      !enabled ||
      rests ||
      (health.pausedUntil ?? 0) > now ||
      health.circuit === 'open'
    )
      return 0;
    const width = health.circuit === 'half_open' || ordering === 'strict' ? 1 : health.width;
    const inTime = Math.floor((now + aheadMs - Math.max(pacedUntil ?? 0, now)) / intervalMs) + 1;
    const paced = (pacedUntil ?? 0) <= now + aheadMs ? Math.max(1, inTime) : 0;
    return Math.max(0, Math.min(width - underWay, paced));
  }

  /** Slots for so many requests; those that cannot be had are done without. */
  function takeSlots(wanted: number, standing: LaneRecord['health']['standing']): number {
    while (free.length > wanted) free.pop()?.release();
    while (free.length < wanted) {
      const slot = slots.take(tenantId, standing);
      if (!slot) break;
      free.push(slot);
    }
    return free.length;
  }

  /** An open circuit whose time is over lets one delivery try. */
  const tried = (record: LaneRecord, now: number): LaneRecord =>
    record.health.circuit === 'open' && (record.health.circuitUntil ?? 0) <= now
      ? { ...record, health: { ...record.health, circuit: 'half_open' } }
      : record;

  async function claim(
    tx: Tx,
    record: LaneRecord,
    target: EndpointTarget,
    { now, underWay }: { now: number; underWay: number },
  ): Promise<Step['claimed']> {
    const limit = takeSlots(room(record, target, { now, underWay }), record.health.standing);
    if (limit === 0) return [];
    const claimed = await claimDeliveries(tx, endpointId, {
      epoch: lane.epoch,
      now,
      limit,
      openSince: record.openSince,
      isStrict: target.ordering === 'strict',
    });
    const startAt = Math.max(record.pacedUntil ?? 0, now);
    const taken = claimed.map((delivery, i) => ({
      delivery,
      request: requestFor(delivery, Math.round(startAt + i * target.intervalMs)),
    }));
    // The attempt's row is there before the request: whoever comes after a death sees that it may have gone out.
    if (deps.atMostOnce && taken.length > 0)
      await upsertAttempts(
        tx,
        taken.map(({ request }) => attempts.begun(target, request)),
      );
    return taken;
  }

  /** Gives the lane back; it is due again when its next delivery is and nothing forbids it. */
  async function release(
    tx: Tx,
    record: LaneRecord,
    due: number | null,
    now: number,
  ): Promise<void> {
    const { circuit, circuitUntil, pausedUntil } = record.health;
    const notBefore = [
      circuit === 'open' ? circuitUntil : null,
      pausedUntil,
      record.pacedUntil,
      isTurnOver(now) ? now : null,
    ].map((at) => at ?? 0);
    await releaseLane(tx, endpointId, due === null ? null : Math.max(due, ...notBefore));
  }

  async function step(tx: Tx, settled: readonly Settled[]): Promise<Step | undefined> {
    const before = await lockHeldLane(tx, lane);
    const target = before && (await targets.of(tx, endpointId, before.revision));
    if (!before || !target) return undefined;
    if (mustLookForOrphans) {
      const orphans = await listOrphans(tx, endpointId, [...open]);
      if (orphans.length > 0)
        await settlement.settleOrphans(tx, before, orphans, target.url.split('?', 1)[0] as string);
    }
    const now = clock();
    const after = tried(
      settled.length > 0 ? await settlement.settle(tx, before, settled) : before,
      now,
    );
    // Those that end while this runs are still under way: their results come with the next turn.
    const underWay = open.size - settled.length;
    const claimed = await claim(tx, after, target, { now, underWay });
    const isIdle = claimed.length === 0 && underWay === 0;
    const pacedUntil =
      claimed.length === 0
        ? after.pacedUntil
        : Math.max(after.pacedUntil ?? 0, now) + claimed.length * target.intervalMs;
    const health =
      isIdle && after.health.circuit === 'half_open'
        ? { ...after.health, circuit: 'open' as const }
        : after.health;
    const kept: LaneRecord = { ...after, pacedUntil, health };
    if (settled.length > 0 || claimed.length > 0)
      await updateHealth(tx, endpointId, health, { checkAt: kept.checkAt, pacedUntil });
    if (!isIdle)
      return {
        claimed,
        target,
        lookAgainMs: health.width > underWay + claimed.length ? pollMs : undefined,
        isReleased: false,
      };
    const due = kept.enabled
      ? await nextDeliveryAt(tx, endpointId, {
          openSince: kept.openSince,
          isStrict: target.ordering === 'strict',
          now,
        })
      : null;
    const paceMs = Math.max(0, (pacedUntil ?? 0) - now);
    const isPaced =
      due !== null &&
      due <= now &&
      paceMs > 0 &&
      paceMs <= pollMs &&
      room({ ...kept, pacedUntil: null }, target, { now, underWay }) > 0;
    if (!isPaced) await release(tx, kept, due, now);
    return {
      claimed,
      target,
      lookAgainMs: isPaced ? Math.ceil(paceMs) : undefined,
      isReleased: !isPaced,
    };
  }

  const isTurnOver = (now: number): boolean => now - startedAt > turnMs && deps.isContended();

  const requestFor = (delivery: ClaimedDelivery, startAt: number): AttemptRequest => ({
    id: newId('webhookAttempt'),
    deliveryId: delivery.id,
    number: delivery.attemptCount,
    trigger: delivery.manual ? 'manual' : 'scheduled',
    startedAt: startAt,
    eventId: delivery.eventId,
    eventType: delivery.eventType,
    eventSeq: delivery.eventSeq,
    body: delivery.body ?? '',
    signal: abort.signal,
  });

  async function attempt(
    target: EndpointTarget,
    delivery: ClaimedDelivery,
    request: AttemptRequest,
    slot: Slot,
  ): Promise<void> {
    const early = request.startedAt - clock();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    slot.begin();
    // The row of an attempt that was written down has its time already.
    const done = await attempts.send(
      target,
      deps.atMostOnce ? request : { ...request, startedAt: clock() },
    );
    slot.release();
    settlement.observe(endpointId, done);
    ended.push({ delivery, attempt: done });
    wake();
  }

  function begin({ claimed, target }: Step): void {
    for (const { delivery, request } of claimed) {
      deps.onClaimed(clock() - (delivery.nextAttemptAt?.getTime() ?? clock()));
      open.add(delivery.id);
      const slot = delivery.body === null ? undefined : free.pop();
      if (slot) {
        void attempt(target, delivery, request, slot);
      } else {
        ended.push({ delivery, attempt: undefined });
        again = true;
      }
    }
    releaseSlots();
  }

  async function turn(): Promise<void> {
    const settled = ended;
    ended = [];
    try {
      const done = await db.transact(context, (tx) => step(tx, settled));
      if (!done) return end();
      mustLookForOrphans = false;
      for (const { delivery } of settled) open.delete(delivery.id);
      begin(done);
      if (done.isReleased) end();
      else if (done.lookAgainMs !== undefined) wakeIn(done.lookAgainMs);
    } catch (error) {
      log.warn({ err: error, endpointId }, 'a lane could not be worked; it is tried again');
      ended = [...settled, ...ended];
      mustLookForOrphans = true;
      releaseSlots();
      wakeIn(retryMs);
    }
  }

  function wake(): void {
    if (hasEnded) return;
    again = true;
    running ??= (async () => {
      while (again && !hasEnded) {
        again = false;
        await turn();
      }
    })().finally(() => {
      running = undefined;
      if (again && !hasEnded) wake();
    });
  }

  wake();
  return {
    lane,
    wake,
    stop() {
      isStopping = true;
      wake();
      return finished;
    },
    abort: () => abort.abort(new Error('the process is shutting down')),
    lose() {
      log.warn({ endpointId }, 'the lease of a lane was lost');
      end();
    },
  };
}
