/** A value of Kleene's three-valued logic. */
export type Truth = 'true' | 'false' | 'unknown';

/** A known value. */
export const known = (value: boolean): Truth => (value ? 'true' : 'false');

/** False if any value is, else unknown if any is, else true. */
export function allTrue(values: readonly Truth[]): Truth {
  if (values.includes('false')) return 'false';
  return values.includes('unknown') ? 'unknown' : 'true';
}

/** True if any value is, else unknown if any is, else false. */
export function anyTrue(values: readonly Truth[]): Truth {
  if (values.includes('true')) return 'true';
  return values.includes('unknown') ? 'unknown' : 'false';
}

/** The negation; that of unknown is unknown. */
export function inverse(value: Truth): Truth {
  if (value === 'unknown') return 'unknown';
  return known(value === 'false');
}
