import { UpdateUserRequest } from '@platform/contracts';

/** The paths of attributes in a profile, for those with a different name there. Dots separate nested properties. */
const paths: Readonly<Record<string, string>> = {
  givenName: 'name.givenName',
  middleName: 'name.middleName',
  familyName: 'name.familyName',
  picture: 'pictureUrl',
};

/** Returns the property of an attribute and, if it is nested, the inner one. */
const pathOf = (name: string): [member: string, inner: string | undefined] => {
  const [member = '', inner] = (paths[name] ?? name).split(/\.(.*)/s);
  return [member, inner];
};

/** Converts attributes to a profile: `givenName` is in `name`, and `metadata.plan` in `metadata`. */
export function profileOfAttributes(
  attributes: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const profile: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const [member, inner] = pathOf(name);
    if (inner === undefined) profile[member] = value;
    else profile[member] = { ...(profile[member] as object | undefined), [inner]: value };
  }
  return profile;
}

/** Returns the value of an attribute in a profile. */
export function attributeOf(profile: Readonly<Record<string, unknown>>, name: string): unknown {
  const [member, inner] = pathOf(name);
  const value = profile[member];
  if (inner === undefined) return value;
  return (value as Record<string, unknown> | null | undefined)?.[inner];
}

/** Returns which of the attributes is at a path in a profile; undefined if none is. */
export const attributeAt = (
  names: readonly string[],
  path: readonly PropertyKey[],
): string | undefined =>
  names.find((name) => {
    const [member, inner] = pathOf(name);
    return member === path[0] && (inner === undefined || path[1] === inner || path.length === 1);
  });

/** Returns a profile without the properties at these pointers: top-level ones, or those in `name` or `metadata`. */
export function withoutRefused(
  profile: Readonly<Record<string, unknown>>,
  pointers: readonly string[],
): Record<string, unknown> {
  const paths = pointers.map((pointer) => pointer.split('/').slice(1));
  const isRefused = (...path: string[]): boolean =>
    paths.some((refused) => path.every((part, at) => refused[at] === part));
  return Object.fromEntries(
    Object.entries(profile).flatMap(([member, value]) => {
      if (!isRefused(member)) return [[member, value]];
      if (member !== 'name' && member !== 'metadata') return [];
      const inner = Object.entries(value as object).filter(([key]) => !isRefused(member, key));
      return inner.length > 0 ? [[member, Object.fromEntries(inner)]] : [];
    }),
  );
}

/** Returns the valid properties of a profile, so that an invalid value of an identity provider does not prevent a sign-in. */
export function fittingProfile(
  profile: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { error } = UpdateUserRequest.safeParse(profile);
  const unfit = new Set(
    (error?.issues ?? []).flatMap((issue) =>
      issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : issue.path[0],
    ),
  );
  return Object.fromEntries(Object.entries(profile).filter(([name]) => !unfit.has(name)));
}
