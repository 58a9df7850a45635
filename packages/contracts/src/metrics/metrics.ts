import { complianceMetrics } from './compliance-metrics.ts';
import { fgaMetrics } from './fga-metrics.ts';
import { gatewayMetrics } from './gateway-metrics.ts';
import { hubMetrics } from './hub-metrics.ts';
import { identityMetrics } from './identity-metrics.ts';
import type { Metric, MetricKind } from './metric.ts';
import { outboundMetrics } from './outbound-metrics.ts';
import { sharedMetrics } from './shared-metrics.ts';

/** Every metric, by the process that has it; those under `shared` come from the kit, so from every process that uses the part. */
export const metricGroups = {
  shared: sharedMetrics,
  gateway: gatewayMetrics,
  hub: hubMetrics,
  'identity-facade': identityMetrics,
  compliance: complianceMetrics,
  fga: fgaMetrics,
  outbound: outboundMetrics,
} as const satisfies Record<string, Record<string, Metric>>;

/** Every metric by name. */
export const metricCatalog = {
  ...sharedMetrics,
  ...gatewayMetrics,
  ...hubMetrics,
  ...identityMetrics,
  ...complianceMetrics,
  ...fgaMetrics,
  ...outboundMetrics,
};

type Catalog = typeof metricCatalog;

/** Names of the metrics of a kind. */
export type MetricName<K extends MetricKind = MetricKind> = {
  [N in keyof Catalog]: Catalog[N]['kind'] extends K ? N : never;
}[keyof Catalog];

/** Names of the labels of a metric. */
export type MetricLabel<N extends MetricName> = Catalog[N]['labels'][number];
