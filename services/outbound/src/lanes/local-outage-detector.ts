const windowMs = 300_000;
const bucketMs = 10_000;
const shareAtFault = 0.9;
const enoughEndpoints = 20;

interface Bucket {
  start: number;
  attempts: number;
  failures: number;
  endpoints: Set<string>;
}

/** Tells a fault of our own network from faults of endpoints. */
export interface NetworkGuard {
  record(endpointId: string, isNetworkError: boolean): void;
  /** More than 90 % of the attempts of the last 5 minutes, to at least 20 endpoints, ended in network errors. */
  isAtFault(): boolean;
}

/** What this process has seen itself. */
export function networkGuard(clock: () => number): NetworkGuard {
  let buckets: Bucket[] = [];

  return {
    record(endpointId, isNetworkError) {
      const start = Math.floor(clock() / bucketMs) * bucketMs;
      let last = buckets.at(-1);
      if (last?.start !== start) {
        buckets = buckets.filter((b) => b.start > start - windowMs);
        buckets.push((last = { start, attempts: 0, failures: 0, endpoints: new Set() }));
      }
      last.attempts += 1;
      if (isNetworkError) last.failures += 1;
      last.endpoints.add(endpointId);
    },
    isAtFault() {
      const recent = buckets.filter((b) => b.start > clock() - windowMs);
      const attempts = recent.reduce((n, b) => n + b.attempts, 0);
      const failures = recent.reduce((n, b) => n + b.failures, 0);
      if (attempts < enoughEndpoints || failures <= attempts * shareAtFault) return false;
      const endpoints = new Set<string>();
      for (const bucket of recent)
        for (const id of bucket.endpoints)
          if (endpoints.add(id).size >= enoughEndpoints) return true;
      return false;
    },
  };
}
