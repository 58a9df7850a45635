import type { PolicyConditions } from '@platform/contracts';

type TimeCondition = NonNullable<PolicyConditions['time']>;

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format)
    formats.set(
      timeZone,
      (format = new Intl.DateTimeFormat('en-US', {
        timeZone,
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })),
    );
  return format;
}

/** Day and minute of local time. Every instant has exactly one, even when clocks change. */
function wallClock(at: Date, timeZone: string): { day: number; minute: number } {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return {
    day: days.indexOf((parts['weekday'] ?? '').toLowerCase() as (typeof days)[number]),
    minute: Number(parts['hour']) * 60 + Number(parts['minute']),
  };
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/**
 * Whether the instant is within a window. A window whose end is not after its start crosses
 * midnight and belongs to the day on which it starts.
 */
export function isWithin({ timezone, windows }: TimeCondition, at: Date): boolean {
  const { day, minute } = wallClock(at, timezone);
  const isOn = (window: TimeCondition['windows'][number], weekday: number): boolean =>
    window.days.includes(days[(weekday + 7) % 7] as (typeof days)[number]);
  return windows.some((window) => {
    const from = minuteOf(window.from);
    const to = minuteOf(window.to);
    if (from < to) return isOn(window, day) && minute >= from && minute < to;
    return (isOn(window, day) && minute >= from) || (isOn(window, day - 1) && minute < to);
  });
}
