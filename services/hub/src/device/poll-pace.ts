/** How a device has polled. Times in milliseconds. */
export interface PollState {
  /** When a poll was last answered with anything but `slow_down`. */
  answeredAt: number;
  intervalSeconds: number;
  /** When the interval last grew. */
  slowedAt: number | null;
}

/** The interval that devices are told to begin with. */
export const firstIntervalSeconds = 5;

const toleranceMs = 1_000;
const growthSeconds = 5;
const growthEveryMs = 60_000;

/**
 * Whether a poll is too early, and the state after it (RFC 8628 §3.5). A poll that is refused does not move the time, and
 * the interval grows once a minute at most: moving both would starve a device that polls a little too fast for good. A poll in
 * time takes the growth back: a device that keeps to the first interval would otherwise be slowed down at every second poll.
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
