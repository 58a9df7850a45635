/** The members of a resource as files show them: names in place of ids, and secrets that cannot be read. */
export type Members = Record<string, unknown>;

/** Whether a value is an object with named members. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Removes members without a value, at any depth. */
export function withoutUndefined<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutUndefined) as T;
  if (!isObject(value)) return value;
  const present = Reflect.ownKeys(value)
    .map((name) => [name, (value as Record<PropertyKey, unknown>)[name]] as const)
    .filter(([, member]) => member !== undefined);
  return Object.fromEntries(present.map(([name, member]) => [name, withoutUndefined(member)])) as T;
}

/** Picks members by name, in the order of the names. */
export const pick = (members: object, names: readonly string[]): Members =>
  withoutUndefined(
    Object.fromEntries(names.map((name) => [name, (members as Members)[name]] as const)),
  );
