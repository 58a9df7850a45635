import type { Config } from '../config/config.ts';
import { buildInfo } from '../telemetry/metrics.ts';
import { startTracing } from '../telemetry/telemetry.ts';
import type { Tracing } from '../telemetry/telemetry.ts';

/** Properties of tracing, alike in every process. */
export const tracingShape = {
  tracingEndpoint: 'platform.tracing.endpoint',
  tracingHeaders: 'platform.tracing.headers',
  tracingSamplePercent: 'platform.tracing.sample-percent',
} as const;

/** Starts tracing as the configuration says; undefined where it names no collector. */
export const processTracing = (
  service: string,
  config: Config<typeof tracingShape>,
): Promise<Tracing | undefined> =>
  startTracing({
    service,
    version: buildInfo.version,
    endpoint: config.tracingEndpoint,
    headers: config.tracingHeaders,
    sampleRatio: config.tracingSamplePercent / 100,
  });
