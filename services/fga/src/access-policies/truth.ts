/** The result of a condition: undefined if its signal is absent. */
export type KnownTruth = boolean | undefined;

/** True if any is, else unknown if any is, else false. */
export const someTruth = (values: readonly KnownTruth[]): KnownTruth =>
  values.includes(true) ? true : values.includes(undefined) ? undefined : false;

/** False if any is, else unknown if any is, else true. */
export const everyTruth = (values: readonly KnownTruth[]): KnownTruth =>
  values.includes(false) ? false : values.includes(undefined) ? undefined : true;

export const inverseTruth = (value: KnownTruth): KnownTruth =>
  value === undefined ? undefined : !value;

/** Whether a list contains a signal that may be absent. */
export const contains = <T>(list: readonly T[] | undefined, signal: T | undefined): KnownTruth =>
  list === undefined ? false : signal === undefined ? undefined : list.includes(signal);

/** Whether a list contains one of a signal's values. */
export const meetsPolicy = <T>(
  list: readonly T[] | undefined,
  signal: readonly T[] | undefined,
): KnownTruth =>
  list === undefined
    ? false
    : signal === undefined
      ? undefined
      : list.some((entry) => signal.includes(entry));
