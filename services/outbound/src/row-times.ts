type InMilliseconds<Row> = {
  [C in keyof Row]: Date extends Row[C] ? number | Exclude<Row[C], Date> : Row[C];
};

/** Converts the times of a row to epoch milliseconds, which the rules use. */
export const inMilliseconds = <Row extends object>(row: Row): InMilliseconds<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]: [string, unknown]) => [
      column,
      value instanceof Date ? value.getTime() : value,
    ]),
  ) as InMilliseconds<Row>;

/** Converts a time in epoch milliseconds for storage. */
export const dateOrNull = (at: number | null): Date | null => (at === null ? null : new Date(at));
