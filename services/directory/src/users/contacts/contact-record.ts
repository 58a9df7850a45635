import { createHash } from 'node:crypto';
import type { MyContactResource } from '@platform/contracts';
import { emailKey } from '@platform/kit/formats';
import { isManagedTarget } from '../managed-members.ts';
import { phoneKey } from '../phone-number.ts';
import type { UserAttributes, UserRecord } from '../user-record.ts';
import type { PendingEmail } from './pending-email-store.ts';

type ContactType = MyContactResource['type'];

/** A contact of a user's record. */
export interface StoredContact {
  id: string;
  type: ContactType;
  value: string;
  primary: boolean;
  verified: boolean;
}

const keyOf = (type: ContactType, value: string): string =>
  (type === 'email' ? emailKey(value) : phoneKey(value)) ?? value;

/** The id of a contact: derived from its value, so that ids need not be stored. */
export function contactId(userId: string, type: ContactType, value: string): string {
  const digest = createHash('sha256')
    .update(`${userId}\n${type}\n${keyOf(type, value)}`)
    .digest();
  return `${type}_${digest.subarray(0, 16).toString('base64url')}`;
}

/** The contacts of a user, the primary ones first. */
export function contactsOf(user: UserAttributes & Pick<UserRecord, 'id'>): StoredContact[] {
  const contact = (type: ContactType, value: string, primary: boolean, verified: boolean) => ({
    id: contactId(user.id, type, value),
    type,
    value,
    primary,
    verified,
  });
  return [
    ...(user.email === null ? [] : [contact('email', user.email, true, user.emailVerified)]),
    ...(user.phoneNumber === null
      ? []
      : [contact('phone', user.phoneNumber, true, user.phoneVerified)]),
    ...user.additionalEmails.map((e) => contact('email', e.email, false, e.verified)),
    ...user.additionalPhoneNumbers.map((p) => contact('phone', p.phoneNumber, false, p.verified)),
  ];
}

const propertyOf = ({ type, primary }: StoredContact): string => {
  if (type === 'email') return primary ? 'email' : 'additionalEmails';
  return primary ? 'phoneNumber' : 'additionalPhoneNumbers';
};

/** Whether a directory writes the property that has the contact. */
const isLocked = (user: UserRecord, contact: StoredContact): boolean =>
  isManagedTarget(user.managedBy, propertyOf(contact));

/** The contacts of a user with those that the user has yet to verify. */
export function contactResources(
  user: UserRecord,
  pending: readonly PendingEmail[],
  now: number,
): MyContactResource[] {
  const codes = new Map(
    pending
      .filter(({ codeExpiresAt }) => codeExpiresAt.getTime() > now)
      .map(({ id, codeExpiresAt }) => [id, codeExpiresAt.toISOString()]),
  );
  const stored = contactsOf(user);
  const known = new Set(stored.map(({ id }) => id));
  const fresh = pending
    .filter(({ id }) => !known.has(id))
    .map(({ id, email: value }) => ({
      id,
      type: 'email' as const,
      value,
      primary: false,
      verified: false,
    }));
  return [...stored, ...fresh].map((contact) => ({
    ...contact,
    locked: known.has(contact.id) && isLocked(user, contact),
    codeExpiresAt: codes.get(contact.id) ?? null,
  }));
}
