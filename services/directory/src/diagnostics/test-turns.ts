import { problem } from '@platform/kit/problem';

/** Limits the tests that a tenant runs per minute, and concurrently, on this pod. */
export interface TestTurns {
  /** Runs a test if the limits allow it. @throws 429 */
  run<T>(tenantId: string, work: () => Promise<T>): Promise<T>;
}

const minuteMs = 60_000;
const maxAtOnce = 3;

interface Turns {
  startedAt: number[];
  running: number;
}

const refused = (retryAfterMs: number, detail: string) =>
  problem('rate_limited', {
    detail,
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) },
  });

export function testTurns({
  perMinute,
  clock,
}: {
  perMinute: number;
  clock: () => number;
}): TestTurns {
  const byTenant = new Map<string, Turns>();

  function taken(tenantId: string): Turns {
    const now = clock();
    for (const [id, { startedAt, running }] of byTenant)
      if (running === 0 && (startedAt.at(-1) ?? 0) <= now - minuteMs) byTenant.delete(id);
    const turns = byTenant.get(tenantId) ?? { startedAt: [], running: 0 };
    turns.startedAt = turns.startedAt.filter((time) => time > now - minuteMs);
    const [oldest] = turns.startedAt;
    if (oldest !== undefined && turns.startedAt.length >= perMinute)
      throw refused(
        oldest + minuteMs - now,
        `A tenant can run at most ${perMinute} connection tests per minute`,
      );
    if (turns.running >= maxAtOnce)
      throw refused(0, `A tenant can run at most ${maxAtOnce} connection tests at the same time`);
    turns.startedAt.push(now);
    byTenant.set(tenantId, turns);
    return turns;
  }

  return {
    async run(tenantId, work) {
      const turns = taken(tenantId);
      turns.running += 1;
      try {
        return await work();
      } finally {
        turns.running -= 1;
      }
    },
  };
}
