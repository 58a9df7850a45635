import type { TokenUser } from './users.ts';

/** The claims of each scope (OpenID Connect Core §5.4). */
export const claimsOfScopes = {
  profile: [
    'name',
    'family_name',
    'given_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'profile',
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'updated_at',
  ],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone_number_verified'],
} as const satisfies Record<string, readonly string[]>;

/** Standard claims that the directory stores as custom attributes, created from its template `oidc_profile`. */
const attributeClaims = ['website', 'gender', 'birthdate'] as const;

const textAttributes = (attributes: TokenUser['attributes']): Record<string, unknown> =>
  Object.fromEntries(
    attributeClaims.flatMap((name) => {
      const value = attributes[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** Returns the standard claims of a user (OpenID Connect Core §5.1), without those that have no value. */
function standardClaims({ id, profile: user, attributes }: TokenUser): Record<string, unknown> {
  const { name } = user;
  const full = [name?.givenName, name?.middleName, name?.familyName].filter(Boolean).join(' ');
  const updatedAt = user.updatedAt === undefined ? Number.NaN : Date.parse(user.updatedAt);
  const address = attributes['address'];
  const claims: Record<string, unknown> = {
    sub: id,
    name: user.displayName ?? name?.formatted ?? (full === '' ? null : full),
    given_name: name?.givenName,
    family_name: name?.familyName,
    middle_name: name?.middleName,
    nickname: user.nickname,
    preferred_username: user.username,
    profile: user.profileUrl,
    picture: user.pictureUrl,
    ...textAttributes(attributes),
    zoneinfo: user.timeZone,
    locale: user.locale,
    updated_at: Number.isNaN(updatedAt) ? null : Math.floor(updatedAt / 1000),
    email: user.email,
    email_verified: user.email ? user.emailVerified : null,
    phone_number: user.phoneNumber,
    phone_number_verified: user.phoneNumber ? user.phoneVerified : null,
    address: typeof address === 'object' && !Array.isArray(address) ? address : null,
  };
  return Object.fromEntries(
    Object.entries(claims).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** Returns the claims of the scopes and those requested by name (OpenID Connect Core §5.5); always `sub`. */
export function askedClaims(
  user: TokenUser,
  scopes: ReadonlySet<string>,
  requested: readonly string[],
): Record<string, unknown> {
  const wanted = new Set<string>(['sub', ...requested]);
  for (const [scope, names] of Object.entries(claimsOfScopes))
    if (scopes.has(scope)) for (const name of names) wanted.add(name);
  return Object.fromEntries(
    Object.entries(standardClaims(user)).filter(([name]) => wanted.has(name)),
  );
}
