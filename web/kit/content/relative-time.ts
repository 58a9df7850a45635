const seconds = { minute: 60, hour: 3_600, day: 86_400 } as const;

export interface RelativeTime {
  value: number;
  unit: 'second' | 'minute' | 'hour' | 'day';
}

/** Differences of more days than this are written as a date. */
const maxDays = 30;

/** A time as a difference to now, for `Intl.RelativeTimeFormat`; null if a date says it better. */
export function relativeTime(then: Date, now: Date): RelativeTime | null {
  const difference = Math.round((then.getTime() - now.getTime()) / 1_000);
  const size = Math.abs(difference);
  // Seconds that change while one reads are noise; clocks differ by some.
  if (size < 45) return { value: 0, unit: 'second' };
  const inUnit = (unit: keyof typeof seconds): RelativeTime => ({
    value: Math.sign(difference) * Math.max(1, Math.round(size / seconds[unit])),
    unit,
  });
  if (size < 45 * seconds.minute) return inUnit('minute');
  if (size < 22 * seconds.hour) return inUnit('hour');
  if (size < (maxDays + 0.5) * seconds.day) return inUnit('day');
  return null;
}
