/** One kind of request to a machine, in milliseconds. */
export interface Demand {
  /** Processor time of all processes. */
  cpuMs: number;
  /** Time that passes without a processor: synced commits, timers. */
  waitMs: number;
}

/** The result for a number of clients that each send the next request after a response. */
export interface Outcome {
  perSecond: number;
  /** Response time. */
  ms: number;
}

/**
 * Mean value analysis of a closed network of two stations: `cores` that share one queue, and a wait without a queue. Exact for
 * service times without memory (Reiser and Lavenberg, 1980).
 */
export function closedNetwork(
  { cpuMs, waitMs }: Demand,
  { cores, clients }: { cores: number; clients: number },
): Outcome {
  // How likely it is that `j` requests are at the processors.
  let at = [1];
  let outcome: Outcome = { perSecond: 0, ms: 0 };
  for (let n = 1; n <= clients; n += 1) {
    const speed = (j: number): number => Math.min(j, cores);
    const ms = Array.from({ length: n }, (_, i) => i + 1).reduce(
      (sum, j) => sum + (j / speed(j)) * cpuMs * (at[j - 1] ?? 0),
      0,
    );
    const rate = n / (ms + waitMs);
    const busy = Array.from({ length: n }, (_, i) => (cpuMs / speed(i + 1)) * rate * (at[i] ?? 0));
    at = [Math.max(0, 1 - busy.reduce((sum, p) => sum + p, 0)), ...busy];
    outcome = { perSecond: rate * 1_000, ms: ms + waitMs };
  }
  return outcome;
}

/** The rate that no number of clients exceeds. `threadMs`: the processor time of the busiest process that has one thread. */
export const limitOf = (
  { cpuMs, threadMs }: { cpuMs: number; threadMs: number },
  cores: number,
): number => 1_000 / Math.max(cpuMs / cores, threadMs);

/** The fewest clients that get a share of the greatest rate, 90 % by default, and that rate: beyond this, only response times grow. */
export function kneeOf(
  rates: readonly { clients: number; perSecond: number }[],
  share = 0.9,
): { clients: number; perSecond: number } {
  const greatest = Math.max(...rates.map(({ perSecond }) => perSecond));
  const knee = [...rates]
    .sort((a, b) => a.clients - b.clients)
    .find(({ perSecond }) => perSecond >= share * greatest);
  if (!knee) throw new Error('there is no rate');
  return knee;
}
