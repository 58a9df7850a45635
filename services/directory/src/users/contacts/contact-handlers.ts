import type { MyContactResource, ownContactOperations } from '@platform/contracts';
import { ownUserId } from '@platform/kit/auth';
import type { Tx } from '@platform/kit/database';
import { emailKey } from '@platform/kit/formats';
import { prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { problemWithReason, found, invalid, problem } from '@platform/kit/problem';
import type { AttributeSchemas } from '../../attribute-schema/attribute-schema.ts';
import { isManagedTarget, refuseManaged } from '../managed-members.ts';
import { refuseUnderErasure } from '../user-lifecycle.ts';
import type { UserAttributes, UserRecord } from '../user-record.ts';
import { findIdentifierHolder, findUser, lockUser } from '../user-store.ts';
import { changeAttributes } from '../user-update.ts';
import type { UserLimits, UserWriting } from '../user-writing.ts';
import {
  noPhoneCodes,
  withPrimaryContact,
  withVerifiedEmail,
  withoutContact,
} from './contact-changes.ts';
import type { ContactCodes } from './contact-codes.ts';
import { contactId, contactResources, contactsOf } from './contact-record.ts';
import type { StoredContact } from './contact-record.ts';
import {
  countPendingEmails,
  endPendingEmail,
  findPendingEmail,
  listPendingEmails,
  lockPendingEmail,
  upsertPendingEmail,
} from './pending-email-store.ts';

/** Addresses that a user may have codes sent to in 24 hours. */
const maxPendingEmails = 10;

export interface ContactOptions {
  schemas: AttributeSchemas;
  limits: UserLimits;
  codes: ContactCodes;
  /** Takes a proven address from a user who never proved it. */
  freeAddress: (tx: Tx, userId: string, email: string, writing: UserWriting) => Promise<void>;
  /** Makes a user a member of organizations, by a newly proven address. */
  joinByDomain: (tx: Tx, user: UserRecord) => Promise<unknown>;
}

/** Refuses a code that could not lead to a verified contact. */
async function checkMayAdd(tx: Tx, user: UserRecord, id: string): Promise<void> {
  refuseUnderErasure(user);
  const present = contactsOf(user).find((contact) => contact.id === id);
  if (present?.verified)
    throw problemWithReason('already_exists', {
      pointer: '/value',
      code: 'already_exists',
      detail: 'is already a verified contact of yours',
    });
  const target = present?.primary || user.email === null ? 'email' : 'additionalEmails';
  if (isManagedTarget(user.managedBy, target))
    throw problemWithReason('invalid_state', {
      pointer: '/value',
      code: 'managed_by_directory',
      detail: 'cannot be added: a directory manages your e-mail addresses',
    });
  if ((await countPendingEmails(tx, user.id, id, maxPendingEmails)) >= maxPendingEmails)
    throw problem('limit_exceeded', {
      detail: `Codes can be sent to at most ${maxPendingEmails} addresses in 24 hours`,
    });
}

/** Only the owner of the mailbox learns that another account has the address. */
async function refuseTaken(tx: Tx, userId: string, email: string): Promise<void> {
  const key = emailKey(email);
  const holder = key === undefined ? undefined : await findIdentifierHolder(tx, 'email', key);
  if (!holder || holder.userId === userId) return;
  throw problemWithReason('already_exists', {
    code: 'already_exists',
    detail: 'The address belongs to another account',
  });
}

async function shownContact(tx: Tx, user: UserRecord, id: string): Promise<MyContactResource> {
  const contacts = contactResources(user, await listPendingEmails(tx, user.id), Date.now());
  return found(contacts.find((contact) => contact.id === id));
}

const storedContact = (user: UserRecord, id: string): StoredContact | undefined =>
  contactsOf(user).find((contact) => contact.id === id);

/** Handlers of the contacts of the token's user. */
export function contactHandlers({
  schemas,
  limits,
  codes,
  freeAddress,
  joinByDomain,
}: ContactOptions): Handlers<typeof ownContactOperations> {
  const writingIn = async (tx: Tx): Promise<UserWriting> => ({
    limits,
    schema: await schemas.hold(tx, 'user'),
  });

  /** Writes changed contacts as the user may. */
  async function write(
    tx: Tx,
    user: UserRecord,
    attributes: UserAttributes,
    writing: UserWriting,
  ): Promise<{ user: UserRecord; changed: string[] }> {
    refuseUnderErasure(user);
    refuseManaged(user, attributes);
    return changeAttributes(tx, user, attributes, { ...writing, origin: 'api', writer: 'self' });
  }

  return {
    meContactCreate: prepared(
      async ({ principal, request, body, read }) => {
        if (body.type === 'phone') throw noPhoneCodes();
        if (emailKey(body.value) === undefined)
          throw invalid('/value', 'invalid_format', 'must be an e-mail address');
        const id = contactId(ownUserId(principal), 'email', body.value);
        const user = await read(async (tx) => {
          const one = found(await findUser(tx, ownUserId(principal)));
          await checkMayAdd(tx, one, id);
          return one;
        });
        return codes.send({ principal, request }, user, { id, email: body.value });
      },
      async ({ tx, principal, body, prepared: { challengeId, expiresAt } }) => {
        const user = found(await lockUser(tx, ownUserId(principal)));
        const id = contactId(user.id, 'email', body.value);
        await checkMayAdd(tx, user, id);
        const sent = { challengeId, codeExpiresAt: expiresAt, sentAt: new Date() };
        await upsertPendingEmail(tx, { userId: user.id, id, email: body.value, ...sent });
        return shownContact(tx, user, id);
      },
    ),

    meContactVerify: prepared(
      async ({ principal, request, params, body, read }) => {
        const pending = found(
          await read((tx) => findPendingEmail(tx, ownUserId(principal), params.contactId)),
        );
        await codes.verify({ principal, request }, pending, body.code);
      },
      async ({ tx, principal, params, audit }) => {
        const writing = await writingIn(tx);
        const user = found(await lockUser(tx, ownUserId(principal)));
        const { id, email } = found(await lockPendingEmail(tx, user.id, params.contactId));
        await freeAddress(tx, user.id, email, writing);
        await refuseTaken(tx, user.id, email);
        const attributes = withVerifiedEmail(user, email);
        const { user: after, changed } = await write(tx, user, attributes, writing);
        await endPendingEmail(tx, user.id, id);
        await joinByDomain(tx, after);
        audit({ changed });
        return shownContact(tx, after, id);
      },
    ),

    async meContactMakePrimary({ tx, principal, params, audit }) {
      const writing = await writingIn(tx);
      const user = found(await lockUser(tx, ownUserId(principal)));
      const contact = found(storedContact(user, params.contactId));
      if (contact.primary) return shownContact(tx, user, contact.id);
      const attributes = withPrimaryContact(user, contact);
      const { user: after, changed } = await write(tx, user, attributes, writing);
      audit({ changed });
      return shownContact(tx, after, contact.id);
    },

    async meContactDelete({ tx, principal, params: { contactId: id }, audit }) {
      const writing = await writingIn(tx);
      const user = found(await lockUser(tx, ownUserId(principal)));
      const ended = await endPendingEmail(tx, user.id, id);
      const contact = storedContact(user, id);
      if (!contact && ended === 0) throw problem('not_found');
      if (contact) {
        const { changed } = await write(tx, user, withoutContact(user, contact), writing);
        audit({ changed });
      }
      return { id, deleted: true as const };
    },
  };
}
