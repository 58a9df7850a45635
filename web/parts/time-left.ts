import { useCountdown } from '../client/countdown.ts';
import { useFormats } from '../kit/words/words-context.ts';

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;

/** A number of seconds in its two largest units. */
export function leftParts(seconds: number) {
  const first = units.findIndex((one) => seconds >= one.seconds);
  const shown = units.slice(first === -1 ? -1 : first).slice(0, 2);
  let rest = seconds;
  return shown.map(({ unit, seconds: size }) => {
    const value = Math.floor(rest / size);
    rest -= value * size;
    return { value, unit };
  });
}

/** The time until then, counting down: "12 min 34 sec". */
export function useTimeLeft(until: string): string {
  const formats = useFormats();
  const seconds = useCountdown(Date.parse(until));
  return leftParts(seconds)
    .map(({ value, unit }) =>
      formats.formatNumber(value, { style: 'unit', unit, unitDisplay: 'short' }),
    )
    .join(' ');
}

/** See {@link useTimeLeft}. */
export const TimeLeft = ({ until }: { until: string }) => useTimeLeft(until);
