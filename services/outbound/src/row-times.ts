type InMilliseconds<Row> = {
  [C in keyof Row]: Date extends Row[C] ? number | Exclude<Row[C], Date> : Row[C];
};

/** A row with its times in epoch milliseconds, as the rules compute with them. */
export const inMilliseconds = <Row extends object>(row: Row): InMilliseconds<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]: [string, unknown]) => [
      column,
      value instanceof Date ? value.getTime() : value,
    ]),
  ) as InMilliseconds<Row>;

/** A time in epoch milliseconds, to store. */
export const dateOrNull = (at: number | null): Date | null => (at === null ? null : new Date(at));
