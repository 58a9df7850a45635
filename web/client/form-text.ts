/** Values of a form as a request has them: text without the space around it, and `null` for an emptied field. */
export function bodyOf(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const valueOf = (value: unknown): unknown => {
    if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    return bodyOf(value as Record<string, unknown>);
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueOf(value)]));
}

/** The same without what is empty, for a request that creates something. */
export const creationOf = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(bodyOf(values)).filter(([, value]) => value !== null));
