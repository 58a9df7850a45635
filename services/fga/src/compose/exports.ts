import { fgaExportOperations } from '@platform/contracts';
import type { Config } from '@platform/kit/config';
import { serve } from '@platform/kit/http';
import type { Mount } from '@platform/kit/http';
import type { JobMount, SingletonJob } from '@platform/kit/jobs';
import type { Platform } from '@platform/kit/service';
import type { fgaConfig } from '../config.ts';
import type { RelationEngine } from '@platform/relations';
import { exportHandlers } from '../exports/export-handlers.ts';
import { exportJob, exportJobKind } from '../exports/export-job.ts';
import { ageOfExports, exportSweep } from '../exports/export-sweep.ts';

/** Composes exports: the operations, the job that produces them, the sweep. */
export function exportParts(
  { db, jobs, cursors, metrics }: Pick<Platform, 'db' | 'jobs' | 'cursors' | 'metrics'>,
  config: Config<typeof fgaConfig>,
  scan: RelationEngine['scan'],
): { mounts: Mount[]; jobs: JobMount[]; singletons: SingletonJob[] } {
  const kind = exportJobKind({
    concurrency: config.exportWorkers,
    maxAttempts: config.exportMaxAttempts,
    leaseMs: config.exportLeaseMs,
  });
  const abandon = { jobs, kind, staleMs: config.exportStaleMinutes * 60_000 };
  const age = metrics.gauge('fga_export_age_seconds');
  return {
    mounts: [serve(fgaExportOperations, exportHandlers({ ...abandon, cursors, scan }))],
    jobs: [
      exportJob(kind, {
        scan,
        maxObjects: config.exportMaxObjects,
        batchSize: config.exportBatchSize,
        ttlMs: config.exportTtlHours * 3_600_000,
      }),
    ],
    singletons: [
      { name: 'stale exports', schedule: 60_000, work: exportSweep({ db, ...abandon }) },
      {
        name: 'age of exports',
        schedule: 60_000,
        gauges: [age],
        work: async () => age.set(await ageOfExports(db)),
      },
    ],
  };
}
