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

/** Distinguishes an outage of our own network from failures of endpoints. */
export interface LocalOutageDetector {
  record(endpointId: string, isNetworkError: boolean): void;
  /**
   * Whether more than 90 % of the attempts of the last 5 minutes, to at least 20 endpoints, ended
   * in network errors.
   */
  isOutage(): boolean;
}

/** Judges by this process's own attempts. */
export function localOutageDetector(clock: () => number): LocalOutageDetector {
  let buckets: Bucket[] = [];

  function currentBucket(): Bucket {
    const start = Math.floor(clock() / bucketMs) * bucketMs;
    const last = buckets.at(-1);
    if (last?.start === start) return last;
    const fresh: Bucket = { start, attempts: 0, failures: 0, endpoints: new Set() };
    buckets = [...buckets.filter((b) => b.start > start - windowMs), fresh];
    return fresh;
  }

  return {
    record(endpointId, isNetworkError) {
      const bucket = currentBucket();
      bucket.attempts += 1;
      if (isNetworkError) bucket.failures += 1;
      bucket.endpoints.add(endpointId);
    },
    isOutage() {
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
