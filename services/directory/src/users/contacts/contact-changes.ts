import { invalid, problem } from '@platform/kit/problem';
import { attributesOf } from '../user-record.ts';
import type { UserAttributes, UserRecord } from '../user-record.ts';
import { contactId } from './contact-record.ts';
import type { StoredContact } from './contact-record.ts';

/** As many as the API accepts. */
const maxAdditional = 10;

/** The user with this address verified: the primary one, if there was none. */
export function withVerifiedEmail(user: UserRecord, email: string): UserAttributes {
  const id = contactId(user.id, 'email', email);
  const isIt = (other: string): boolean => contactId(user.id, 'email', other) === id;
  const attributes = attributesOf(user);
  if (user.email !== null && isIt(user.email)) return { ...attributes, emailVerified: true };
  const others = user.additionalEmails.filter((one) => !isIt(one.email));
  if (user.email === null)
    return { ...attributes, email, emailVerified: true, additionalEmails: others };
  if (others.length === user.additionalEmails.length && others.length >= maxAdditional)
    throw problem('limit_exceeded', {
      detail: `A user can have at most ${maxAdditional} additional e-mail addresses`,
    });
  const type = user.additionalEmails.find((one) => isIt(one.email))?.type ?? 'other';
  return { ...attributes, additionalEmails: [...others, { email, type, verified: true }] };
}

/** The user with another primary contact; the former one becomes an additional one. */
export function withPrimaryContact(user: UserRecord, contact: StoredContact): UserAttributes {
  if (!contact.verified)
    throw problem('invalid_state', { detail: 'The contact has not been verified yet' });
  const attributes = attributesOf(user);
  if (contact.type === 'email') {
    const others = user.additionalEmails.filter(({ email }) => email !== contact.value);
    const { email, emailVerified: verified } = user;
    const former = email === null ? [] : [{ email, type: 'other' as const, verified }];
    return {
      ...attributes,
      email: contact.value,
      emailVerified: true,
      additionalEmails: [...others, ...former],
    };
  }
  const others = user.additionalPhoneNumbers.filter((one) => one.phoneNumber !== contact.value);
  const { phoneNumber, phoneVerified: verified } = user;
  const former = phoneNumber === null ? [] : [{ phoneNumber, type: 'other' as const, verified }];
  return {
    ...attributes,
    phoneNumber: contact.value,
    phoneVerified: true,
    additionalPhoneNumbers: [...others, ...former],
  };
}

/** The user without an additional contact. */
export function withoutContact(user: UserRecord, contact: StoredContact): UserAttributes {
  if (contact.primary)
    throw problem('invalid_state', {
      detail: 'A primary contact cannot be removed; make another contact the primary one first',
    });
  return {
    ...attributesOf(user),
    additionalEmails: user.additionalEmails.filter(
      ({ email }) => contact.type !== 'email' || email !== contact.value,
    ),
    additionalPhoneNumbers: user.additionalPhoneNumbers.filter(
      ({ phoneNumber }) => contact.type !== 'phone' || phoneNumber !== contact.value,
    ),
  };
}

/** Phone numbers have no channel for codes. */
export const noPhoneCodes = () =>
  invalid('/type', 'invalid_format', 'must be email: the platform cannot send codes to phones');
