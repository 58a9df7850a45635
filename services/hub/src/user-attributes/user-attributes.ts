import { UpdateUserRequest } from '@platform/contracts';

/** Where attributes are in a user, as far as they are not named after their member. Dots lead to inner members. */
const paths: Readonly<Record<string, string>> = {
  givenName: 'name.givenName',
  middleName: 'name.middleName',
  familyName: 'name.familyName',
  picture: 'pictureUrl',
};

/** The member of an attribute and, below it, the inner one. */
const pathOf = (name: string): [member: string, inner: string | undefined] => {
  const [member = '', inner] = (paths[name] ?? name).split(/\.(.*)/s);
  return [member, inner];
};

/** Attributes in the form of a user: `givenName` is below `name`, and `metadata.plan` below `metadata`. */
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

/** The value that a user has for an attribute. */
export function attributeOf(profile: Readonly<Record<string, unknown>>, name: string): unknown {
  const [member, inner] = pathOf(name);
  const value = profile[member];
  if (inner === undefined) return value;
  return (value as Record<string, unknown> | null | undefined)?.[inner];
}

/** Which of these attributes is at a path in a user; undefined when none is. */
export const attributeAt = (
  names: readonly string[],
  path: readonly PropertyKey[],
): string | undefined =>
  names.find((name) => {
    const [member, inner] = pathOf(name);
    return member === path[0] && (inner === undefined || path[1] === inner || path.length === 1);
  });

/** A profile without what these pointers name: a member, or one within `name` or `metadata`. */
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

/** What of a profile has the form of a user: nobody is kept out for what an identity provider sends. */
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
