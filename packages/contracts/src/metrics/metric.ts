/** What kind of number a metric is. */
export type MetricKind = 'counter' | 'gauge' | 'histogram';

/** A metric as it is declared: once, here, so that code, reference, alerts and dashboards agree on it. */
export interface Metric<L extends string = string, K extends MetricKind = MetricKind> {
  kind: K;
  /** One sentence for operators; `/metrics` shows it as HELP. */
  help: string;
  /** Names of the labels. A tenant, a user or a client is never one: their number has no bound. */
  labels: readonly L[];
  /** Upper bounds of a histogram's buckets, in the unit that its name ends with. */
  buckets?: readonly number[];
}

/** Buckets in seconds, from half a millisecond to ten seconds. */
const durationBuckets: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** A number that only grows. */
export const counter = <const L extends string = never>(
  help: string,
  labels: readonly L[] = [],
): Metric<L, 'counter'> => ({ kind: 'counter', help, labels });

/** A number that rises and falls. */
export const gauge = <const L extends string = never>(
  help: string,
  labels: readonly L[] = [],
): Metric<L, 'gauge'> => ({ kind: 'gauge', help, labels });

/** A distribution; in seconds unless other buckets are given. */
export const histogram = <const L extends string = never>(
  help: string,
  labels: readonly L[] = [],
  buckets: readonly number[] = durationBuckets,
): Metric<L, 'histogram'> => ({ kind: 'histogram', help, labels, buckets });
