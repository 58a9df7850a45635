import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cpuDeadline } from './cpu-deadline.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A process that gets a share of the CPU time. */
const atShare = (share: number) => ({
  wallMs: () => Date.now(),
  cpuMs: () => Date.now() * share,
});

/** Result of a deadline of one second, and the wall-clock milliseconds until it ended. */
function endAt(share: number): [string, number] | undefined {
  const began = Date.now();
  let ended: [string, number] | undefined;
  cpuDeadline(1_000, (end) => (ended = [end, Date.now() - began]), atShare(share));
  vi.advanceTimersByTime(60_000);
  return ended;
}

describe('cpuDeadline', () => {
  it('equals the wall-clock deadline if the process has a core', () => {
    expect(endAt(1)).toEqual(['timed_out', 1_000]);
  });

  it('is never earlier than the wall-clock deadline, however many cores the process uses', () => {
    expect(endAt(4)).toEqual(['timed_out', 1_000]);
  });

  it('waits for the CPU time on a busy machine', () => {
    const [end, after = 0] = endAt(0.25) ?? [];
    expect(end).toBe('timed_out');
    expect(after).toBeGreaterThanOrEqual(4_000);
  });

  it('gives up if there is hardly any CPU time', () => {
    expect(endAt(0.001)).toEqual(['starved', 10_000]);
  });

  it('does nothing after it was stopped', () => {
    const onEnd = vi.fn<(end: string) => void>();
    cpuDeadline(1_000, onEnd, atShare(1))();
    vi.advanceTimersByTime(60_000);
    expect(onEnd).not.toHaveBeenCalled();
  });
});
