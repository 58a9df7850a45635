import { defaultTenantId } from '@platform/contracts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../telemetry/log.ts';
import { every } from '../service/workers.ts';
import type { Worker } from '../service/workers.ts';
import { singletonKind } from './recurring-job.ts';
import type { SingletonJob } from './singleton-job.ts';

/** Resets the gauges of singletons that another pod has run since this one last did. */
export function gaugeOwners(
  {
    db,
    log,
    worker,
    lookMs = 5_000,
  }: { db: Database; log: Logger; worker: string; lookMs?: number },
  singletons: readonly SingletonJob[],
): Worker & { ran(name: string): void } {
  const shown = new Map<string, SingletonJob>();
  const looks = every(lookMs, 'gauges of singletons', log, async () => {
    if (shown.size === 0) return;
    const rows = await db.work((tx) =>
      tx.rows<{ kind: string; worker: string | null }>(
        'SELECT kind, worker FROM job WHERE tenant_id = $1 AND kind = ANY ($2)',
        [defaultTenantId, [...shown.keys()].map(singletonKind)],
      ),
    );
    const workers = new Map(rows.map((row) => [row.kind, row.worker]));
    forget([...shown.keys()].filter((name) => workers.get(singletonKind(name)) !== worker));
  });
  const forget = (names: Iterable<string>): void => {
    for (const name of names) {
      for (const gauge of shown.get(name)?.gauges ?? []) gauge.reset();
      shown.delete(name);
    }
  };
  return {
    start: looks.start,
    async stop() {
      await looks.stop();
      forget([...shown.keys()]);
    },
    ran(name) {
      const singleton = singletons.find((one) => one.name === name);
      if (singleton?.gauges) shown.set(name, singleton);
    },
  };
}
