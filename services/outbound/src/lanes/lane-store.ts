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

/** Transactions that lock several lanes use this order, so that no two wait for each other. */
const inOrder = { orderBy: 'endpointId', lock: 'update' } as const;

/**
 * Locks lanes for their holder. Those that another pod holds, or that are deleted, are left out:
 * the epoch of each is checked in the row that is locked.
 */
export async function lockHeldLanes(
  tx: Tx,
  held: readonly HeldDestination[],
): Promise<Map<string, LaneRecord>> {
  const endpointId = held.map(({ destinationId }) => destinationId);
  const claims = held.map(({ destinationId, epoch }) => `${destinationId} ${epoch}`);
  const ours = leasedLanes.only(() => sql<boolean>`endpoint_id || ' ' || epoch = any(${claims})`);
  const rows = await ours.list(tx, { where: { endpointId }, ...inOrder });
  return new Map(rows.map((row) => [row.endpointId, laneRecord(row)]));
}

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
  const open = lanes.only({ enabled: true }).pick('endpointId');
  const [, woken] = await Promise.all([
    open.list(tx, { where: { endpointId: endpointIds }, ...inOrder }),
    open.updateRows(
      tx,
      { endpointId: endpointIds },
      {
        nextDueAt: sql<Date>`least(next_due_at, ${notBefore(new Date(now))})`,
        openSince: sql<Date>`least(open_since, ${new Date(openSince)})`,
        checkAt: sql<Date>`least(check_at, ${new Date(expiresAt)})`,
      },
    ),
  ]);
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
export async function setTenantPause(
  tx: Tx,
  pause: TenantPause,
  isPaused: boolean,
): Promise<number> {
  const where = { [pause]: !isPaused };
  const change = pause === 'suspended' ? { suspended: isPaused } : { unentitled: isPaused };
  await lanes.pick('endpointId').list(tx, { where, ...inOrder });
  return lanes.update(tx, where, change);
}

/** The state of a lane to save. */
export interface LaneState extends Pick<
  LaneRecord,
  'endpointId' | 'health' | 'checkAt' | 'pacedUntil'
> {
  /** Ends the lease; the lane is due again at that time. Without one, it is idle. */
  release?: { dueAt: number | null } | undefined;
}

/** The columns of {@link LaneState} and their types, beside the key and the release. */
const stateColumns: Readonly<
  Record<string, readonly [type: string, value: (lane: LaneState) => unknown]>
> = {
  standing: ['text', ({ health }) => health.priorityClass],
  width: ['smallint', ({ health }) => health.concurrency],
  circuit: ['text', ({ health }) => health.circuit],
  circuit_until: ['timestamptz', ({ health }) => dateOrNull(health.circuitUntil)],
  circuit_openings: ['integer', ({ health }) => health.circuitOpenings],
  circuit_failures: ['integer', ({ health }) => health.circuitFailures],
  consecutive_failures: ['integer', ({ health }) => health.consecutiveFailures],
  failing_since: ['timestamptz', ({ health }) => dateOrNull(health.failingSince)],
  failed_attempts: ['integer', ({ health }) => health.failedAttempts],
  warned: ['boolean', ({ health }) => health.warned],
  last_success_at: ['timestamptz', ({ health }) => dateOrNull(health.lastSuccessAt)],
  last_failure_at: ['timestamptz', ({ health }) => dateOrNull(health.lastFailureAt)],
  last_error: ['text', ({ health }) => health.lastError],
  paused_until: ['timestamptz', ({ health }) => dateOrNull(health.pausedUntil)],
  check_at: ['timestamptz', ({ checkAt }) => dateOrNull(checkAt)],
  paced_until: ['timestamptz', ({ pacedUntil }) => dateOrNull(pacedUntil)],
};
const columnNames = Object.keys(stateColumns);
const columnTypes = Object.values(stateColumns);

const saveText = `UPDATE webhook_lanes AS lane SET ${columnNames.map((name) => `${name} = s.${name}`).join(', ')},
    leased_until = CASE WHEN NOT s.released THEN lane.leased_until END,
    next_due_at = CASE WHEN s.released THEN s.due_at ELSE lane.next_due_at END,
    open_since = CASE WHEN NOT s.released OR s.due_at IS NOT NULL THEN lane.open_since END
  FROM unnest($2::text[], $3::boolean[], $4::timestamptz[], ${columnTypes.map(([type], i) => `$${i + 5}::${type}[]`).join(', ')})
    AS s (endpoint_id, released, due_at, ${columnNames.join(', ')})
  WHERE lane.tenant_id = $1 AND lane.endpoint_id = s.endpoint_id`;

/** Saves lanes, which are locked. Releases the leases of some. */
export const saveLanes = (tx: Tx, states: readonly LaneState[]): Promise<unknown> =>
  tx.prepared('save_lanes', saveText, [
    tx.context.tenantId,
    states.map(({ endpointId }) => endpointId),
    states.map(({ release }) => release !== undefined),
    states.map(({ release }) => dateOrNull(release?.dueAt ?? null)),
    ...columnTypes.map(([, value]) => states.map(value)),
  ]);

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
