import { problem } from '@platform/kit/problem';
import { dayOf } from './login-event.ts';

const dayMs = 86_400_000;
const maxDays = 366;
const usualDays = 30;
const exactDays = 31;

/** The first and last day, both inclusive: their start in UTC, in milliseconds. */
export interface Span {
  from: number;
  to: number;
}

const refuse = (detail: string) => problem('invalid_parameter', { detail });

/** The day of a date or time. @throws 400 if it is neither, or does not exist, such as 2026-02-30 */
function dayIn(name: string, text: string): number {
  const date = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/i.exec(
    text,
  );
  const written = date?.[1];
  const ms = Date.parse(text);
  // `Date.parse` reads February 30 as March 2.
  const isReal =
    written !== undefined && new Date(`${written}T00:00:00Z`).getTime() >= 0 && !Number.isNaN(ms);
  if (!isReal || new Date(`${written}T00:00:00Z`).toISOString().slice(0, 10) !== written)
    throw refuse(`${name} must be a date (2026-11-20) or an RFC 3339 time`);
  return dayOf(ms);
}

/** The requested days. @throws 400 `invalid_parameter` */
export function spanOf({ from, to }: { from?: string; to?: string }, now: number): Span {
  const today = dayOf(now);
  const last = Math.min(to === undefined ? today : dayIn('to', to), today);
  const first = from === undefined ? last - (usualDays - 1) * dayMs : dayIn('from', from);
  if (first > today) throw refuse('from must not be in the future');
  if (first > last) throw refuse('from must not be after to');
  if (last - first >= maxDays * dayMs) throw refuse(`The span must be at most ${maxDays} days`);
  return { from: first, to: last };
}

/** Every day of a span. */
export const daysOf = ({ from, to }: Span): number[] =>
  Array.from({ length: (to - from) / dayMs + 1 }, (_, index) => from + index * dayMs);

/** Whether the range is short enough for an exact number of users. */
export const isExact = (span: Span): boolean => daysOf(span).length <= exactDays;

/** A day in the format of the API. */
export const dateText = (day: number): string => new Date(day).toISOString().slice(0, 10);
