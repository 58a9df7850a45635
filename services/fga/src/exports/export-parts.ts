import { fgaExportOperations } from '@platform/contracts';
import type { Config } from '@platform/kit/config';
import { serve } from '@platform/kit/http';
import type { Mount } from '@platform/kit/http';
import { every } from '@platform/kit/service';
import type { Chore, Platform, Worker } from '@platform/kit/service';
import type { fgaConfig } from '../config.ts';
import type { Models } from '../models/model-cache.ts';
import { exportHandlers } from './export-handlers.ts';
import { exportWorker } from './export-worker.ts';

/** Exports: the operations, the workers that make them, the sweep. */
export function exportParts(
  {
    db,
    bus,
    cursors,
    log,
    metrics,
    models,
  }: Pick<Platform, 'db' | 'bus' | 'cursors' | 'log' | 'metrics'> & { models: Models },
  config: Config<typeof fgaConfig>,
): { mounts: Mount[]; workers: Worker[]; chores: Chore[] } {
  const staleMs = config.exportStaleMinutes * 60_000;
  const worker = exportWorker({
    db,
    models,
    staleMs,
    limits: {
      maxDepth: config.checkMaxDepth,
      maxNodes: config.checkMaxNodes,
      maxFanout: config.checkMaxFanout,
    },
    maxObjects: config.exportMaxObjects,
    batchSize: config.exportBatchSize,
    ttlMs: config.exportTtlHours * 3_600_000,
    maxAttempts: config.exportMaxAttempts,
    leaseMs: config.exportLeaseMs,
  });
  const age = metrics.gauge(
    'fga_export_age_seconds',
    'Time since the open export that rested longest was moved.',
  );
  let stopped = false;
  const making = Array.from({ length: config.exportWorkers }, () =>
    every(1_000, 'exports', log, () => worker.run(() => stopped)),
  );
  const ending: Worker = {
    start: () => undefined,
    stop: () => Promise.resolve(void (stopped = true)),
  };
  const wake = (): void => making.forEach((m) => m.wake());
  bus.onHint('exports', wake);
  return {
    mounts: [
      serve(
        fgaExportOperations,
        exportHandlers({
          cursors,
          models,
          maxContextualTuples: config.maxContextualTuples,
          staleMs,
          wake: () => {
            wake();
            bus.hint('exports', {});
          },
        }),
      ),
    ],
    workers: [
      ending,
      ...making,
      every(60_000, 'age of exports', log, async () => age.set(await worker.age())),
    ],
    chores: [{ name: 'stale exports', intervalMs: 60_000, work: () => worker.sweep() }],
  };
}
