/** Limits the retries to a service. */
export interface RetryBudget {
  /** Counts a request. */
  sent(): void;
  /** Takes one retry. Returns false if the budget is spent. */
  take(): boolean;
}

const windowMillis = 10_000;
// So few retries are harmless, and save the first requests of a quiet service after a rollout.
const floor = 3;

/** A share of the requests of the last ten seconds, counted in two half windows; with 0 percent there are no retries. */
export function retryBudget(percent: number, now: () => number = Date.now): RetryBudget {
  let half = 0;
  let current = { sent: 0, retried: 0 };
  let previous = { sent: 0, retried: 0 };

  function turn(): void {
    const at = Math.floor(now() / (windowMillis / 2));
    if (at === half) return;
    previous = at === half + 1 ? current : { sent: 0, retried: 0 };
    current = { sent: 0, retried: 0 };
    half = at;
  }

  return {
    sent() {
      turn();
      current.sent++;
    },
    take() {
      turn();
      const allowed =
        percent === 0 ? 0 : Math.max(floor, ((current.sent + previous.sent) * percent) / 100);
      if (current.retried + previous.retried + 1 > allowed) return false;
      current.retried++;
      return true;
    },
  };
}
