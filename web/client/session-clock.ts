import type { Session } from './session.ts';

/** How much longer a session lasts. */
export interface SessionClock {
  phase: 'active' | 'ending' | 'ended';
  /** Milliseconds of its end. */
  endsAt: number;
  /** It ends although it is used, so that only a new sign-in helps. */
  isAbsolute: boolean;
}

/** The user is warned this long before the end. */
export const warningMs = 60_000;

function phaseOf(leftMs: number): SessionClock['phase'] {
  if (leftMs <= 0) return 'ended';
  return leftMs <= warningMs ? 'ending' : 'active';
}

/** Reads a session's clock at `now` (milliseconds). */
export function sessionClock(
  { idleEndsAt, endsAt }: Pick<Session, 'idleEndsAt' | 'endsAt'>,
  now: number,
): SessionClock {
  const idle = Date.parse(idleEndsAt);
  const absolute = Date.parse(endsAt);
  const end = Math.min(idle, absolute);
  const phase = phaseOf(end - now);
  return { phase, endsAt: end, isAbsolute: absolute <= idle };
}

/** Milliseconds until the phase changes; undefined after the end. */
export function untilNextPhase({ phase, endsAt }: SessionClock, now: number): number | undefined {
  if (phase === 'ended') return undefined;
  return phase === 'active' ? endsAt - warningMs - now : endsAt - now;
}
