import type { Config } from '../config/config.ts';
import { buildInfo } from '../telemetry/metrics.ts';
import { startTracing } from '../telemetry/telemetry.ts';
import type { Tracing } from '../telemetry/telemetry.ts';

/** Tracing properties, the same in every process. */
export const tracingShape = {
  tracingEndpoint: 'platform.tracing.endpoint',
  tracingHeaders: 'platform.tracing.headers',
  tracingSamplePercent: 'platform.tracing.sample-percent',
} as const;

/** Starts tracing according to the configuration; undefined if no collector is configured. */
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
