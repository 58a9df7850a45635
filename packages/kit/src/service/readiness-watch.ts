import type { Logger } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { readiness } from './admin-server.ts';
import type { ReadyCheck } from './admin-server.ts';
import { every } from './workers.ts';
import type { Worker } from './workers.ts';

const intervalMs = 5_000;

/** Runs the readiness checks every five seconds, for the gauge and for gRPC health. */
export function readinessWatch({
  checks,
  metrics,
  log,
  onReady = () => undefined,
}: {
  checks: Record<string, ReadyCheck>;
  metrics: Metrics;
  log: Logger;
  onReady?: (isReady: boolean) => void;
}): Worker {
  const gauge = metrics.gauge('platform_ready');
  return every(intervalMs, 'readiness', log, async () => {
    const { ready, checks: results } = await readiness(checks);
    for (const [check, result] of Object.entries(results))
      gauge.set({ check }, result === 'ok' ? 1 : 0);
    onReady(ready);
  });
}
