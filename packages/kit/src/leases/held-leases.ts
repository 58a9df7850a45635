import { setTimeout as pause } from 'node:timers/promises';

/** Abort reason of work whose lease is lost, or may be. It must not write about its row. */
export const leaseLost = 'lost';

/**
 * Runs while a row is held. `signal` aborts with {@link leaseLost}, or with the reason that the
 * holder passes.
 */
export type LeasedWork = (signal: AbortSignal) => Promise<void>;

/** Options of {@link heldLeases}. */
export interface HeldLeasesOptions<H, S> {
  /** Renews leases. Returns those that are still held, with the state of their rows. */
  renew: (held: readonly H[]) => Promise<ReadonlyMap<H, S>>;
  /** How long a lease lasts without a renewal. */
  leaseMsOf: (held: H) => number;
  /** Receives the state of each row that is still held after a renewal. */
  onRenewed?: (held: H, found: S) => void;
  /** Milliseconds, monotonic. */
  now?: () => number;
}

interface Running {
  stop: AbortController;
  renewedAt: number;
  ended: Promise<void>;
}

/** Manages the leases that a process holds, each with its work. */
export function heldLeases<H extends object, S = unknown>({
  renew,
  leaseMsOf,
  onRenewed,
  now = () => performance.now(),
}: HeldLeasesOptions<H, S>) {
  const running = new Map<H, Running>();
  const allEnded = async (): Promise<void> =>
    void (await Promise.all([...running.values()].map(({ ended }) => ended)));

  function abort(held: H, reason: unknown): boolean {
    const stop = running.get(held)?.stop;
    if (!stop || stop.signal.aborted) return false;
    stop.abort(reason);
    return true;
  }

  function abortLapsed(): void {
    for (const [held, { renewedAt }] of running)
      if (now() - renewedAt > leaseMsOf(held)) abort(held, leaseLost);
  }

  function settle(
    asked: readonly (readonly [H, Running])[],
    kept: ReadonlyMap<H, S>,
    askedAt: number,
  ): void {
    for (const [held, one] of asked) {
      const found = kept.get(held);
      if (found === undefined) {
        one.stop.abort(leaseLost);
      } else {
        one.renewedAt = askedAt;
        onRenewed?.(held, found);
      }
    }
  }

  return {
    /** Lists the rows whose work has not ended. */
    list: (): H[] => [...running.keys()],

    /** Aborts the work of a row. Returns false if it has ended or was already aborted. */
    abort,

    /**
     * Aborts the work of these rows and waits until it has ended. Returns those that were not lost
     * before.
     */
    async end(leaving: readonly H[], reason: unknown): Promise<H[]> {
      const ends = leaving.flatMap((held) => running.get(held)?.ended ?? []);
      const ours = leaving.filter((held) => abort(held, reason));
      await Promise.all(ends);
      return ours;
    },

    /**
     * Runs the work of a claimed row, which must not reject. The row counts as held until the work
     * ends.
     */
    begin(held: H, work: LeasedWork, onEnd: () => void = () => undefined): void {
      const stop = new AbortController();
      const ended = work(stop.signal).finally(() => {
        running.delete(held);
        onEnd();
      });
      running.set(held, { stop, renewedAt: now(), ended });
    },

    /**
     * Renews all leases. Aborts the work of those that are lost, or that expired before they could
     * be renewed.
     */
    async renew(): Promise<void> {
      const asked = [...running];
      if (asked.length === 0) return;
      const askedAt = now();
      try {
        settle(asked, await renew(asked.map(([held]) => held)), askedAt);
      } finally {
        // Without an answer from the database, another pod may hold the row by now.
        abortLapsed();
      }
    },

    /**
     * Waits until all work has ended. Aborts it with `reason` after `graceMs`, then waits for at
     * most `abortMs`.
     */
    async close(reason: unknown, { graceMs, abortMs }: { graceMs: number; abortMs: number }) {
      const over = new AbortController();
      const ended = allEnded().finally(() => over.abort());
      const wait = (ms: number): Promise<unknown> =>
        Promise.race([ended, pause(ms, undefined, { signal: over.signal }).catch(() => undefined)]);
      if (graceMs > 0) await wait(graceMs);
      for (const held of running.keys()) abort(held, reason);
      await wait(abortMs);
      over.abort();
    },
  };
}

/** See {@link heldLeases}. */
export type HeldLeases<H extends object, S = unknown> = ReturnType<typeof heldLeases<H, S>>;
