import type { WebhookAttemptError } from '@platform/contracts';
import { sql } from '@platform/kit/database';
import type { RowOf, Tx, WorkerTx } from '@platform/kit/database';
import { destinations } from '@platform/kit/delivery';
import type { HeldDestination } from '@platform/kit/delivery';
import { outbound } from '../generated/tables.ts';
import { dateOrNull, inMilliseconds } from '../row-times.ts';
import type { LaneHealth } from './lane-health.ts';
import type { LaneRecord, TenantPause } from './lane-record.ts';

const lanes = outbound
  .table('webhookLanes')
  .narrow<{ lastError: WebhookAttemptError | null }>()
  .omit('nextDueAt', 'leasedUntil');
const { query } = outbound;

const laneRecord = (row: RowOf<typeof lanes>): LaneRecord => {
  const {
    endpointId,
    enabled,
    suspended: _suspended,
    unentitled: _unentitled,
    revision,
    epoch,
    openSince,
    checkAt,
    pacedUntil,
    standing,
    width,
    ...health
  } = inMilliseconds(row);
  return {
    endpointId,
    enabled,
    tenantPauses: (['suspended', 'unentitled'] as const).filter((pause) => row[pause]),
    revision,
    epoch,
    openSince,
    checkAt,
    pacedUntil,
    health: { ...health, priorityClass: standing, concurrency: width },
  };
};

/** Leases of lanes. */
export const laneDestinations = destinations({
  table: 'webhook_lanes',
  id: 'endpoint_id',
  dueAt: 'next_due_at',
  mayRun: 'NOT suspended AND NOT unentitled',
  priorityClass: 'standing',
});

const leasedLanes = lanes.only(() => laneDestinations.isLeased);

/** Locks a lane for its holder; undefined if another pod holds it, or it is deleted. */
export async function lockHeldLane(
  tx: Tx,
  { destinationId, epoch }: HeldDestination,
): Promise<LaneRecord | undefined> {
  const row = await leasedLanes.lock(tx, { endpointId: destinationId, epoch });
  return row && laneRecord(row);
}

/** Releases the lease of a lane. Without open deliveries, the lane is idle. */
export const releaseLane = (
  tx: Tx,
  endpointId: string,
  nextDueAt: number | null,
): Promise<number> =>
  lanes.update(
    tx,
    { endpointId },
    {
      leasedUntil: null,
      nextDueAt: dateOrNull(nextDueAt),
      ...(nextDueAt === null && { openSince: null }),
    },
  );

/** Lists lanes that are due for a check. */
export const listLanesToCheck = (
  tx: WorkerTx,
  now: number,
  limit: number,
): Promise<{ tenantId: string; endpointId: string }[]> =>
  tx.rows(
    query
      .selectFrom('webhookLanes')
      .select(['tenantId', 'endpointId'])
      .where('checkAt', '<=', new Date(now))
      .orderBy('checkAt')
      .limit(limit),
  );

export const countCircuits = (
  tx: WorkerTx,
): Promise<{ circuit: LaneHealth['circuit']; n: number }[]> =>
  tx.rows(
    query
      .selectFrom('webhookLanes')
      .select((of) => ['circuit', of.fn.countAll<number>().as('n')])
      .groupBy('circuit'),
  );

/** Locks the lane. Changes of an endpoint or its deliveries lock it before the endpoint's own row. */
export async function lockLane(tx: Tx, endpointId: string): Promise<LaneRecord | undefined> {
  const row = await lanes.lock(tx, { endpointId });
  return row && laneRecord(row);
}

export async function listLanes(
  tx: Tx,
  endpointId: readonly string[],
): Promise<Map<string, LaneRecord>> {
  const rows = await lanes.list(tx, { where: { endpointId }, orderBy: 'endpointId' });
  return new Map(rows.map((row) => [row.endpointId, laneRecord(row)]));
}

export const insertLane = (tx: Tx, endpointId: string, enabled: boolean): Promise<number> =>
  lanes.insert(tx, { endpointId, enabled });

export const deleteLane = (tx: Tx, endpointId: string): Promise<number> =>
  lanes.delete(tx, { endpointId });

/** Invalidates what holders cache of the endpoint or its secrets. */
export const bumpRevision = (tx: Tx, endpointId: string): Promise<number> =>
  lanes.update(tx, { endpointId }, (of) => ({ revision: of('revision', '+', 1) }));

/** Nothing is sent earlier than the circuit, or the pause that the target requested, permits. */
const notBefore = (now: Date) =>
  sql<Date>`greatest(${now}::timestamptz, paused_until, CASE circuit WHEN 'open' THEN circuit_until END)`;

/**
 * Makes the enabled ones of these lanes due from `now`, and returns them. Call it before creating
 * deliveries: an earlier disable is seen, a later one finds them.
 */
export async function wakeLanes(
  tx: Tx,
  endpointIds: readonly string[],
  { now, openSince, expiresAt }: { now: number; openSince: number; expiresAt: number },
): Promise<Set<string>> {
  const woken = await lanes
    .only({ enabled: true })
    .pick('endpointId')
    .updateRows(
      tx,
      { endpointId: endpointIds },
      {
        nextDueAt: sql<Date>`least(next_due_at, ${notBefore(new Date(now))})`,
        openSince: sql<Date>`least(open_since, ${new Date(openSince)})`,
        checkAt: sql<Date>`least(check_at, ${new Date(expiresAt)})`,
      },
    );
  return new Set(woken.map(({ endpointId }) => endpointId));
}

/** Opens or closes a lane. A holder with attempts in flight notices it in its next step. */
export const setLaneEnabled = (tx: Tx, endpointId: string, enabled: boolean): Promise<number> =>
  lanes.update(tx, { endpointId }, (of) => ({
    enabled,
    revision: of('revision', '+', 1),
    ...(!enabled && {
      nextDueAt: sql<Date | null>`CASE WHEN leased_until IS NOT NULL THEN next_due_at END`,
    }),
  }));

/** Pauses all lanes of a tenant for this reason, or ends the pause. */
export const setTenantPause = (tx: Tx, pause: TenantPause, isPaused: boolean): Promise<number> =>
  lanes.update(
    tx,
    { [pause]: !isPaused },
    pause === 'suspended' ? { suspended: isPaused } : { unentitled: isPaused },
  );

export const updateHealth = (
  tx: Tx,
  endpointId: string,
  { priorityClass, concurrency, ...health }: LaneHealth,
  { checkAt, pacedUntil }: { checkAt: number | null; pacedUntil: number | null },
): Promise<number> =>
  lanes.update(
    tx,
    { endpointId },
    {
      ...health,
      standing: priorityClass,
      width: concurrency,
      circuitUntil: dateOrNull(health.circuitUntil),
      failingSince: dateOrNull(health.failingSince),
      lastSuccessAt: dateOrNull(health.lastSuccessAt),
      lastFailureAt: dateOrNull(health.lastFailureAt),
      pausedUntil: dateOrNull(health.pausedUntil),
      checkAt: dateOrNull(checkAt),
      pacedUntil: dateOrNull(pacedUntil),
    },
  );

const trialLanes = lanes.only({ enabled: true, suspended: false, unentitled: false });

/** Takes the single trial of a circuit whose time is over, for `trialMs`; false if another pod has it. */
export const takeTrial = async (
  tx: Tx,
  endpointId: string,
  now: number,
  trialMs: number,
): Promise<boolean> => {
  const due = trialLanes.only((of) =>
    of.and([
      of('circuit', '<>', 'closed'),
      of.or([of('circuitUntil', 'is', null), of('circuitUntil', '<=', new Date(now))]),
    ]),
  );
  const trial = { circuit: 'half_open', circuitUntil: new Date(now + trialMs) } as const;
  return (await due.update(tx, { endpointId }, trial)) > 0;
};
