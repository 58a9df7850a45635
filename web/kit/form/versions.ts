/** A field in three versions: the one that was read, the one that another person saved, and the one in the form. */
export interface FieldVersions {
  path: string;
  base: unknown;
  theirs: unknown;
  mine: unknown;
  /** Who changed it. `both`: to different values, so a person must choose. */
  changedBy: 'mine' | 'theirs' | 'both';
}

type Version = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Version =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values that come from JSON, with members in any order. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  if (!isObject(one) || !isObject(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}

/** The fields that differ between three versions of a resource. Arrays are one field; equal changes are no conflict. */
export function compareVersions(
  base: Version,
  { theirs, mine }: { theirs: Version; mine: Version },
  above = '',
): FieldVersions[] {
  const names = new Set([base, theirs, mine].flatMap((version) => Object.keys(version)));
  return [...names].flatMap((name): FieldVersions[] => {
    const path = above === '' ? name : `${above}.${name}`;
    const [was, their, my] = [base[name], theirs[name], mine[name]];
    if (isObject(was) && isObject(their) && isObject(my))
      return compareVersions(was, { theirs: their, mine: my }, path);
    if (isSame(their, my)) return [];
    const both = !isSame(was, their) && !isSame(was, my);
    const one = isSame(was, their) ? 'mine' : 'theirs';
    return [{ path, base: was, theirs: their, mine: my, changedBy: both ? 'both' : one }];
  });
}
