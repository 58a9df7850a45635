import type { LoginMethod } from '@platform/contracts';
import { activeOrganizations } from '../../userinfo/users.ts';
import { deviceDigest } from '../browser/device-cookie.ts';
import type { LoginSiblings } from '../login-siblings.ts';

/** The user who signs in, with data from the directory and the credential store. */
export interface LoginUser {
  id: string;
  status: string;
  profile: Record<string, unknown>;
  email: string | null;
  emailVerified: boolean;
  groupIds: string[];
  roles: string[];
  /** Organizations that the user is an active member of. */
  organizationIds: string[];
  hasPassword: boolean;
  enrolledMethods: LoginMethod[];
  /** Passkeys and security keys, with the domain that each is registered for. */
  keys: { method: LoginMethod; rpId: string }[];
  /** The user has signed in with this browser before. */
  deviceKnown: boolean;
  deviceTrusted: boolean;
}

export type PersonKey =
  { userId: string } | { email: string } | { username: string } | { phone: string };

const include = ['groups', 'unverified'];

/** Returns the lookup key for a typed identifier. Undefined if it is not of an accepted kind. */
export function personKey(
  typed: string,
  kinds: readonly ('email' | 'username' | 'phone')[],
): PersonKey | undefined {
  const identifier = typed.trim();
  if (identifier.includes('@') && kinds.includes('email')) return { email: identifier };
  const digits = identifier.replace(/[\s()./-]/g, '');
  if (kinds.includes('phone') && /^\+[0-9]{6,15}$/.test(digits)) return { phone: digits };
  return kinds.includes('username') && /^\S+$/.test(identifier)
    ? { username: identifier }
    : undefined;
}

async function credentialsOf(
  { credentials, deadlineMs }: LoginSiblings,
  tenantId: string,
  { userId, deviceToken }: { userId: string; deviceToken: string | undefined },
): Promise<
  Pick<LoginUser, 'hasPassword' | 'enrolledMethods' | 'keys' | 'deviceKnown' | 'deviceTrusted'>
> {
  const described = await credentials().Describe(
    { tenantId, userId, deviceDigest: deviceDigest(deviceToken), methodsOnly: true },
    { deadlineMs, repeatable: true },
  );
  const { hasPassword, authenticators, recoveryCodes, deviceKnown, deviceTrusted } = described;
  const methods = new Set(authenticators.map(({ method }) => method as LoginMethod));
  if (hasPassword) methods.add('password');
  if (recoveryCodes > 0) methods.add('recovery_code');
  const keys = authenticators
    .filter(({ rpId }) => rpId !== '')
    .map(({ method, rpId }) => ({ method: method as LoginMethod, rpId }));
  return { hasPassword, enrolledMethods: [...methods], keys, deviceKnown, deviceTrusted };
}

/** Finds a user with their sign-in methods, and whether the browser of the device token is known and trusted. */
export async function findPerson(
  siblings: LoginSiblings,
  tenantId: string,
  key: PersonKey,
  deviceToken?: string,
): Promise<LoginUser | undefined> {
  const found = await siblings
    .directory()
    .ResolveUser(
      { tenantId, ...key, include },
      { deadlineMs: siblings.deadlineMs, repeatable: true },
    );
  if (found.outcome !== 'FOUND') return undefined;
  const profile = JSON.parse(found.userJson || '{}') as Record<string, unknown>;
  const id = String(profile['id']);
  return {
    id,
    status: found.status,
    profile,
    email: typeof profile['email'] === 'string' ? profile['email'] : null,
    emailVerified: profile['emailVerified'] === true,
    groupIds: found.groupIds,
    roles: found.tenantRoles,
    organizationIds: activeOrganizations(found),
    ...(await credentialsOf(siblings, tenantId, { userId: id, deviceToken })),
  };
}
