/** The type of a metric. */
export type MetricKind = 'counter' | 'gauge' | 'histogram';

/** The single declaration of a metric, shared by code, reference, alerts and dashboards. */
export interface Metric<L extends string = string, K extends MetricKind = MetricKind> {
  kind: K;
  /** One sentence for operators; HELP in `/metrics`. */
  help: string;
  /** Names of the labels. Never a tenant, user or client, whose number is unbounded. */
  labels: readonly L[];
  /** Upper bounds of a histogram's buckets, in the unit in the metric's name. */
  buckets?: readonly number[];
}

/** Buckets in seconds, from half a millisecond to ten seconds. */
const durationBuckets: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** Declares a number that only grows. */
export const counter = <const L extends string = never>(
  help: string,
  labels: readonly L[] = [],
): Metric<L, 'counter'> => ({ kind: 'counter', help, labels });

/** Declares a number that rises and falls. */
export const gauge = <const L extends string = never>(
  help: string,
  labels: readonly L[] = [],
): Metric<L, 'gauge'> => ({ kind: 'gauge', help, labels });

/** Declares a distribution; in seconds unless other buckets are given. */
export const histogram = <const L extends string = never>(
  help: string,
  labels: readonly L[] = [],
  buckets: readonly number[] = durationBuckets,
): Metric<L, 'histogram'> => ({ kind: 'histogram', help, labels, buckets });
