/** A time in ISO 8601 and UTC, as the API returns times; null without one. */
export const isoTime = (time: Date | null | undefined): string | null =>
  time?.toISOString() ?? null;
