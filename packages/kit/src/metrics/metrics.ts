import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of one process. A tenant is never a label. */
export interface Metrics {
  registry: Registry;
  counter<L extends string>(name: string, help: string, labels?: readonly L[]): Counter<L>;
  gauge<L extends string>(name: string, help: string, labels?: readonly L[]): Gauge<L>;
  /** A gauge that is read when the metrics are. */
  observed(name: string, help: string, read: () => number): void;
  /** Buckets are seconds, from half a millisecond to ten seconds unless given. */
  histogram<L extends string>(
    name: string,
    help: string,
    labels?: readonly L[],
    buckets?: number[],
  ): Histogram<L>;
}

const durations = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A registry of its own, so that several services may run in one process. Asking for a name twice gives the same metric. */
export function createMetrics(service: string, options: { process?: boolean } = {}): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  if (options.process) collectDefaultMetrics({ register: registry });
  const once = <M>(name: string, make: () => M): M =>
    (registry.getSingleMetric(name) as M | undefined) ?? make();
  return {
    registry,
    counter: (name, help, labels = []) =>
      once(name, () => new Counter({ name, help, labelNames: labels, registers: [registry] })),
    gauge: (name, help, labels = []) =>
      once(name, () => new Gauge({ name, help, labelNames: labels, registers: [registry] })),
    observed(name, help, read) {
      once(
        name,
        () =>
          new Gauge({
            name,
            help,
            registers: [registry],
            collect() {
              this.set(read());
            },
          }),
      );
    },
    histogram: (name, help, labels = [], buckets = durations) =>
      once(
        name,
        () => new Histogram({ name, help, labelNames: labels, buckets, registers: [registry] }),
      ),
  };
}
