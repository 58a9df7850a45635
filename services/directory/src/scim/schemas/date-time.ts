const first = Date.parse('0001-01-01T00:00:00.000Z');
const last = Date.parse('9999-12-31T23:59:59.999Z');

/** Normalizes a date and time to the form that the database reads; undefined for anything else. */
export function dateTimeOf(value: unknown): string | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return time >= first && time <= last ? new Date(time).toISOString() : undefined;
}
