import type { ActivationState } from '@platform/contracts';
import type { ActivationEvent } from './activation-states.ts';

/** The times that determine due transitions. */
export interface ActivationTimes {
  state: ActivationState;
  decisionDeadline: Date | null;
  wantedStart: Date | null;
  durationSeconds: number;
  startsAt: Date | null;
  endsAt: Date | null;
}

/** A due event, since when, and why. */
export interface DueEvent {
  event: ActivationEvent;
  at: Date;
  reason: string;
}

const plusSeconds = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

/**
 * The next transition by time alone, whenever it is due. `eligibleUntil` is the end of the
 * eligibility.
 */
export function nextByTime(
  activation: ActivationTimes,
  eligibleUntil: Date | null,
): DueEvent | undefined {
  const { state, decisionDeadline, wantedStart, durationSeconds, startsAt, endsAt } = activation;
  if (state === 'scheduled' && startsAt)
    return { event: 'start', at: startsAt, reason: 'window_start' };
  if (state === 'active' && endsAt) return { event: 'end', at: endsAt, reason: 'window_end' };
  if (state !== 'requested') return undefined;
  const possible: DueEvent[] = [];
  if (eligibleUntil)
    possible.push({ event: 'withdraw', at: eligibleUntil, reason: 'eligibility_expired' });
  if (decisionDeadline)
    possible.push({ event: 'deadline', at: decisionDeadline, reason: 'decision_deadline' });
  if (wantedStart)
    possible.push({
      event: 'deadline',
      at: plusSeconds(wantedStart, durationSeconds),
      reason: 'window_passed',
    });
  return possible.sort((a, b) => a.at.getTime() - b.at.getTime())[0];
}

/** The state at `now`, whether or not a sweep has stored it. */
export function activationStateAt(activation: ActivationTimes, now: Date): ActivationState {
  const { state, startsAt, endsAt } = activation;
  if ((state === 'active' || state === 'scheduled') && endsAt && endsAt <= now) return 'expired';
  if (state === 'scheduled' && startsAt && startsAt <= now) return 'active';
  const next = nextByTime(activation, null);
  return state === 'requested' && next && next.at <= now ? 'timed_out' : state;
}

/** The window that an approval at `now` opens. */
export function windowFrom(
  now: Date,
  { wantedStart, durationSeconds }: Pick<ActivationTimes, 'wantedStart' | 'durationSeconds'>,
  eligibleUntil: Date | null,
): { startsAt: Date; endsAt: Date; isNow: boolean } {
  const isNow = wantedStart === null || wantedStart <= now;
  const startsAt = isNow ? now : wantedStart;
  const end = plusSeconds(startsAt, durationSeconds);
  return { startsAt, endsAt: eligibleUntil && eligibleUntil < end ? eligibleUntil : end, isNow };
}
