import { createRequire } from 'node:module';
import { metricCatalog } from '@platform/contracts';
import type { Metric, MetricLabel, MetricName } from '@platform/contracts';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

/** The running build: all packages share a version. */
export const buildInfo = { version, node: process.versions.node } as const;

/**
 * The metrics of one process. The catalogue in `packages/contracts` declares them, with their help
 * and labels.
 */
export interface Metrics {
  registry: Registry;
  counter<N extends MetricName<'counter'>>(name: N): Counter<MetricLabel<N>>;
  /**
   * Registers a counter for code that runs with every request: the returned function finds the
   * increments of a set of labels, for the caller to keep and to increment in place. They are added
   * to the counter on collection.
   */
  tally<N extends MetricName<'counter'>>(
    name: N,
  ): (labels: Record<MetricLabel<N>, string>) => Tally;
  gauge<N extends MetricName<'gauge'>>(name: N): Gauge<MetricLabel<N>>;
  /** Registers a gauge whose value is read on collection. */
  observed(name: MetricName<'gauge'>, read: () => number): void;
  histogram<N extends MetricName<'histogram'>>(name: N): Histogram<MetricLabel<N>>;
}

/** Increments of a counter since its last collection. */
export interface Tally {
  count: number;
}

/**
 * Added to each measured lag. With the library's default of 10 ms, an idle process wakes up a
 * hundred times per second.
 */
const lagResolutionMs = 100;

/**
 * Creates a separate registry, so that several services can run in one process. Requesting a name
 * twice returns the same metric.
 */
export function createMetrics(
  service: string,
  options: { process?: boolean; revision?: string } = {},
): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  if (options.process)
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lagResolutionMs });

  function declared<M>(
    name: MetricName,
    make: (declaration: Metric, shared: { name: string; help: string; labelNames: string[] }) => M,
  ): M {
    const known = registry.getSingleMetric(name) as M | undefined;
    if (known) return known;
    const declaration: Metric = metricCatalog[name];
    return make(declaration, {
      name,
      help: declaration.help,
      labelNames: [...declaration.labels],
    });
  }

  const tallied = new Map<MetricName, (labels: Record<string, string>) => Tally>();
  const metrics: Metrics = {
    registry,
    counter: (name) =>
      declared(name, (_, shared) => new Counter({ ...shared, registers: [registry] })) as never,
    tally(name) {
      const known = tallied.get(name);
      if (known) return known;
      const tallies = new Map<string, { labels: Record<string, string>; tally: Tally }>();
      declared(name, (_, shared) => {
        const collect = function collect(this: Counter): void {
          for (const { labels, tally } of tallies.values()) {
            if (tally.count > 0) this.inc(labels, tally.count);
            tally.count = 0;
          }
        };
        return new Counter({ ...shared, registers: [registry], collect });
      });
      const tallyOf = (labels: Record<string, string>): Tally => {
        const key = metricCatalog[name].labels.map((label) => labels[label]).join('\n');
        const counted = tallies.get(key)?.tally;
        if (counted) return counted;
        const tally: Tally = { count: 0 };
        tallies.set(key, { labels, tally });
        return tally;
      };
      tallied.set(name, tallyOf);
      return tallyOf;
    },
    gauge: (name) =>
      declared(name, (_, shared) => new Gauge({ ...shared, registers: [registry] })) as never,
    observed(name, read) {
      declared(name, (_, shared) => {
        const collect = function collect(this: Gauge): void {
          this.set(read());
        };
        return new Gauge({ ...shared, registers: [registry], collect });
      });
    },
    histogram: (name) =>
      declared(name, ({ buckets = [] }, shared) => {
        return new Histogram({ ...shared, buckets: [...buckets], registers: [registry] });
      }) as never,
  };
  metrics
    .gauge('platform_build_info')
    .set({ ...buildInfo, revision: options.revision || 'unknown' }, 1);
  return metrics;
}
