/** The polls of a device so far. Times in milliseconds. */
export interface PollState {
  /** When a poll last got a response other than `slow_down`. */
  answeredAt: number;
  intervalSeconds: number;
  /** When the interval last grew. */
  slowedAt: number | null;
}

/** The initial interval, which the response with the device code returns. */
export const firstIntervalSeconds = 5;

const toleranceMs = 1_000;
const growthSeconds = 5;
const growthEveryMs = 60_000;

/**
 * Returns whether a poll is too early, and the state after it (RFC 8628 §3.5). A rejected poll does not change `answeredAt`, and the interval
 * grows at most once per minute; otherwise a device that polls slightly too fast would never succeed. A poll in time reverses the growth;
 * otherwise a device that polls at the initial interval would get `slow_down` for every second poll.
 */
export function pollAt(
  state: PollState | undefined,
  now: number,
): { slowDown: boolean; next: PollState } {
  if (!state)
    return {
      slowDown: false,
      next: { answeredAt: now, intervalSeconds: firstIntervalSeconds, slowedAt: null },
    };
  const earliest = state.answeredAt + state.intervalSeconds * 1000 - toleranceMs;
  if (now >= earliest) {
    const intervalSeconds = Math.max(firstIntervalSeconds, state.intervalSeconds - growthSeconds);
    return { slowDown: false, next: { ...state, answeredAt: now, intervalSeconds } };
  }
  const mayGrow = state.slowedAt === null || now - state.slowedAt >= growthEveryMs;
  if (!mayGrow) return { slowDown: true, next: state };
  const intervalSeconds = state.intervalSeconds + growthSeconds;
  return { slowDown: true, next: { ...state, intervalSeconds, slowedAt: now } };
}
