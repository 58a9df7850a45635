import { emailKey } from '@platform/kit/formats';
import { invalid } from '@platform/kit/problem';
import { phoneKey } from './phone-number.ts';
import { usernameKey } from './user-name.ts';
import type { UserAttributes, UserIdentity } from './user-record.ts';

/** An identifier of a user, unique in the tenant. */
export interface Identifier {
  kind: 'email' | 'username' | 'phone' | 'external_id' | 'identity';
  value: string;
  verified: boolean;
  /** The member of the user that it comes from. */
  pointer: string;
}

const required = <T>(key: T | undefined, pointer: string, what: string): T => {
  if (key === undefined) throw invalid(pointer, 'invalid_format', `must be ${what}`);
  return key;
};

export const identityKey = ({ issuer, subject }: { issuer: string; subject: string }): string =>
  JSON.stringify([issuer, subject]);

/**
 * Maximum bytes of an issuer and a subject together: longer ones do not fit into the index that
 * keeps identifiers unique.
 */
const maxIdentityBytes = 2_048;

/** Whether a federated login is short enough to be stored. */
export const fitsIdentity = (identity: { issuer: string; subject: string }): boolean =>
  Buffer.byteLength(identityKey(identity)) <= maxIdentityBytes;

function identityIdentifier(identity: UserIdentity, i: number): Identifier {
  const pointer = `/identities/${i}`;
  if (!fitsIdentity(identity))
    throw invalid(
      pointer,
      'invalid_format',
      `must have at most ${maxIdentityBytes} bytes for issuer and subject combined`,
    );
  return { kind: 'identity', value: identityKey(identity), verified: true, pointer };
}

function emails({ email, emailVerified, additionalEmails }: UserAttributes): Identifier[] {
  const all = [
    ...(email === null
      ? []
      : [{ address: email, verified: emailVerified, pointer: '/email', isPrimary: true }]),
    ...additionalEmails.map((e, i) => ({
      address: e.email,
      verified: e.verified,
      pointer: `/additionalEmails/${i}/email`,
      isPrimary: false,
    })),
  ].map((e) => ({ ...e, key: required(emailKey(e.address), e.pointer, 'an e-mail address') }));
  const seen = new Set<string>();
  for (const { key, pointer } of all) {
    if (seen.has(key)) throw invalid(pointer, 'invalid_format', 'is listed twice');
    seen.add(key);
  }
  return all
    .filter((e) => e.isPrimary || e.verified)
    .map(({ key, verified, pointer }) => ({ kind: 'email', value: key, verified, pointer }));
}

function phones({
  phoneNumber,
  phoneVerified,
  additionalPhoneNumbers,
}: UserAttributes): Identifier[] {
  if (phoneNumber === null && additionalPhoneNumbers.length === 0) return [];
  const all = [
    ...(phoneNumber === null
      ? []
      : [{ number: phoneNumber, verified: phoneVerified, pointer: '/phoneNumber' }]),
    ...additionalPhoneNumbers.map((p, i) => ({
      number: p.phoneNumber,
      verified: p.verified,
      pointer: `/additionalPhoneNumbers/${i}/phoneNumber`,
    })),
  ].map((p) => ({
    ...p,
    key: required(
      phoneKey(p.number),
      p.pointer,
      'an E.164 phone number that is valid in its region',
    ),
  }));
  const seen = new Set<string>();
  for (const { key, pointer } of all) {
    if (seen.has(key)) throw invalid(pointer, 'invalid_format', 'is listed twice');
    seen.add(key);
  }
  return all
    .filter((p) => p.verified)
    .map(({ key, pointer }) => ({ kind: 'phone', value: key, verified: true, pointer }));
}

/**
 * A user name cannot be another user's address. The stored form decides, since logins look that up.
 */
function userName(username: string, email: string | null): Identifier {
  const value = required(usernameKey(username), '/username', 'a user name (RFC 8265)');
  const address = value.includes('@') ? emailKey(value) : undefined;
  const isOwn = address !== undefined && email !== null && address === emailKey(email);
  if (value.includes('@') && !isOwn)
    throw invalid(
      '/username',
      'invalid_format',
      "must not contain @ unless it is the user's e-mail address",
    );
  return { kind: 'username', value, verified: true, pointer: '/username' };
}

/** Normalized additional addresses without verification. They do not identify a user. */
export const unverifiedEmails = ({ additionalEmails }: UserAttributes): string[] =>
  additionalEmails.filter((e) => !e.verified).flatMap((e) => emailKey(e.email) ?? []);

/**
 * The identifiers of a user: primary and verified additional addresses, user name, verified
 * numbers, external id, federated logins. @throws 422 with the pointer of an invalid member
 */
export function identifiersOf(
  user: UserAttributes & { identities?: UserIdentity[] },
): Identifier[] {
  const addresses = emails(user);
  const names: Identifier[] = [];
  if (user.username !== null) names.push(userName(user.username, user.email));
  if (user.externalId !== null)
    names.push({
      kind: 'external_id',
      value: user.externalId,
      verified: true,
      pointer: '/externalId',
    });
  const identities = (user.identities ?? []).map(identityIdentifier);
  return [...addresses, ...names, ...phones(user), ...identities];
}
