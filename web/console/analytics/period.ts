import { eventPeriods } from '../events/event-periods.ts';

/** Days in UTC, both inclusive, such as 2026-11-20. */
export interface Period {
  from: string;
  to: string;
}

const dayMs = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The last days, today included. */
export const periodOf = (days: number, now: number): Period => ({
  from: dayOf(now - (days - 1) * dayMs),
  to: dayOf(now),
});

/** The period of the same length that ends the day before. */
export function periodBefore({ from, to }: Period): Period {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const length = last - first + dayMs;
  return { from: dayOf(first - length), to: dayOf(last - length) };
}

/** Where the events of a figure are: the page lists whole hours back, so the shortest choice that covers the period. */
export function eventsHref(type: string, days: number): string {
  const hours = eventPeriods.find((one) => Number(one) >= days * 24) ?? eventPeriods.at(-1);
  return `/events?type=${encodeURIComponent(type)}&hours=${hours}`;
}

/** The change of a number against that of the period before, as a share; undefined if there was nothing. */
export const changeOf = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : (now - before) / before;

interface Keyed {
  key: string;
  values: readonly number[];
}

/** Rows of this period with the numbers of the same key in the one before; keys of either, the largest first. */
export function besideBefore(
  now: readonly Keyed[],
  before: readonly Keyed[] | undefined,
): { key: string; values: readonly number[]; before: number | undefined }[] {
  const old = new Map(before?.map(({ key, values }) => [key, values[0] ?? 0]));
  const keys = new Set(now.map(({ key }) => key));
  const gone = [...old.keys()]
    .filter((key) => !keys.has(key))
    .map((key): Keyed => ({ key, values: (now[0]?.values ?? [0]).map(() => 0) }));
  return [...now, ...gone]
    .map((row) => ({ ...row, before: before && (old.get(row.key) ?? 0) }))
    .sort((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0));
}
