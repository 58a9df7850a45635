import { contextMetrics, metricsByContext } from '../contexts/metrics.ts';
import { gatewayMetrics } from '../gateway/metrics.ts';
import type { Metric, MetricKind } from './metric.ts';
import { sharedMetrics } from './shared-metrics.ts';

/**
 * Every metric, by the process that reports it; those under `shared` come from the kit, and so from
 * every process that uses the part.
 */
export const metricGroups = {
  shared: sharedMetrics,
  gateway: gatewayMetrics,
  ...metricsByContext,
} as const satisfies Record<string, Record<string, Metric>>;

/** Every metric by name. */
export const metricCatalog = { ...sharedMetrics, ...gatewayMetrics, ...contextMetrics };

type Catalog = typeof metricCatalog;

/** Names of the metrics of a kind. */
export type MetricName<K extends MetricKind = MetricKind> = {
  [N in keyof Catalog]: Catalog[N]['kind'] extends K ? N : never;
}[keyof Catalog];

/** Names of the labels of a metric. */
export type MetricLabel<N extends MetricName> = Catalog[N]['labels'][number];
