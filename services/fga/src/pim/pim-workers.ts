import type { Database } from '@platform/kit/database';
import type { Logger, Metrics } from '@platform/kit/telemetry';
import { every } from '@platform/kit/service';
import type { Worker } from '@platform/kit/service';
import { now, sql } from '@platform/kit/database';
import { fga } from '../generated/tables.ts';
import type { FgaTables } from '../generated/tables.ts';
import { isLiveUser } from '../people/people.ts';
import type { People } from '../people/people.ts';
import { applyMoves } from './activation-moves.ts';
import { databaseTime, deleteActivations, takeDueActivations } from './activation-store.ts';
import { expireEligibilities } from './eligibilities.ts';
import { findEligibility } from './eligibility-store.ts';

/** In milliseconds. */
export interface PimWorkerOptions {
  db: Database;
  people: Pick<People, 'find'>;
  log: Logger;
  metrics: Metrics;
  sweepInterval: number;
  historyRetention: number;
}

const actor = { type: 'system', id: 'fga' } as const;
const batch = 500;

type DueRow = Pick<FgaTables['activations'], 'tenantId' | 'id' | 'principalId' | 'state'>;

const byTenant = <R extends { tenantId: string }>(rows: readonly R[]): Map<string, R[]> => {
  const groups = new Map<string, R[]>();
  for (const row of rows) groups.set(row.tenantId, [...(groups.get(row.tenantId) ?? []), row]);
  return groups;
};

/**
 * The users among these that may not be elevated. None while directory is unavailable: events about
 * users also arrive over the bus.
 */
async function notLive(
  people: Pick<People, 'find'>,
  tenantId: string,
  rows: readonly DueRow[],
): Promise<ReadonlySet<string>> {
  const ids = [
    ...new Set(rows.filter((row) => row.state === 'scheduled').map((row) => row.principalId)),
  ];
  const gone = await Promise.all(
    ids.map(async (id) =>
      people.find(tenantId, id).then(
        (person) => !isLiveUser(person),
        () => false,
      ),
    ),
  );
  return new Set(ids.filter((_id, i) => gone[i]));
}

/**
 * Applies due transitions. Safe on any number of pods: each row is moved by one. Returns how many
 * were due.
 */
export async function sweepActivations({
  db,
  people,
}: Pick<PimWorkerOptions, 'db' | 'people'>): Promise<number> {
  const due = await db.work((tx) =>
    tx.rows(
      fga.query
        .selectFrom('activations')
        .select(['tenantId', 'id', 'principalId', 'state'])
        .where('nextDueAt', '<=', now)
        .orderBy('nextDueAt')
        .limit(batch),
    ),
  );
  for (const [tenantId, rows] of byTenant(due)) {
    const gone = await notLive(people, tenantId, rows);
    await db.transact({ tenantId, actor }, async (tx) => {
      const taken = await takeDueActivations(
        tx,
        rows.map((row) => row.id),
      );
      const now = await databaseTime(tx);
      for (const row of taken) {
        const eligibility = await findEligibility(tx, row.eligibilityId);
        await applyMoves(
          tx,
          row,
          now,
          eligibility?.expiresAt ?? null,
          eligibility !== undefined && !gone.has(row.principalId),
        );
      }
    });
  }
  return due.length;
}

/** Publishes the end of expired eligibilities. */
export async function sweepEligibilities({ db }: Pick<PimWorkerOptions, 'db'>): Promise<void> {
  const due = await db.work((tx) =>
    tx.rows(
      fga.query
        .selectFrom('eligibilities')
        .select('tenantId')
        .distinct()
        .where('expiredAt', 'is', null)
        .where('expiresAt', '<=', now)
        .limit(batch),
    ),
  );
  for (const { tenantId } of due) await db.transact({ tenantId, actor }, expireEligibilities);
}

/** Deletes activations that ended long ago, and their approvals. */
export async function forgetActivations({
  db,
  historyRetention,
}: Pick<PimWorkerOptions, 'db' | 'historyRetention'>): Promise<void> {
  const forgottenBefore = sql<Date>`now() - ${`${historyRetention} milliseconds`}::interval`;
  for (let found = batch; found === batch;) {
    const old = await db.work((tx) =>
      tx.rows(
        fga.query
          .selectFrom('activations')
          .select(['tenantId', 'id'])
          .where('endedAt', '<', forgottenBefore)
          .orderBy('endedAt')
          .limit(batch),
      ),
    );
    for (const [tenantId, rows] of byTenant(old))
      await db.transact({ tenantId, actor }, (tx) =>
        deleteActivations(
          tx,
          rows.map((row) => row.id),
        ),
      );
    found = old.length;
  }
}

const openStates = ['requested', 'scheduled', 'active'] as const;

export function pimWorkers(options: PimWorkerOptions): Worker[] {
  const open = options.metrics.gauge('fga_open_activations');
  const count = async (): Promise<void> => {
    const rows = await options.db.work((tx) =>
      tx.rows(
        fga.query
          .selectFrom('activations')
          .select((of) => ['state', of.fn.countAll<number>().as('count')])
          .where('state', 'in', openStates)
          .groupBy('state'),
      ),
    );
    for (const state of openStates)
      open.set({ state }, rows.find((row) => row.state === state)?.count ?? 0);
  };
  return [
    every(options.sweepInterval, 'elevation', options.log, async () => {
      while ((await sweepActivations(options)) === batch);
      await sweepEligibilities(options);
    }),
    every(60_000, 'count of elevations', options.log, count),
    every(3_600_000, 'history of elevation', options.log, () => forgetActivations(options)),
  ];
}
