import type { Tx } from '@platform/kit/database';
import { unlessTaken } from '@platform/kit/database';
import { emailKey, isJsonObject } from '@platform/kit/formats';
import { problemWithReason } from '@platform/kit/problem';
import { addStep, directoryUserCounter } from '../../counters/counters.ts';
import { directory } from '../../generated/tables.ts';
import { directoryUsers } from './directory-user-record.ts';
import type { DirectoryUserRecord } from './directory-user-record.ts';
import type { UserTerm } from './directory-user-terms.ts';
import { userTerms } from './directory-user-terms.ts';
import { deleteRetiredUser } from './retired-user-store.ts';
import { nameKey } from '../../directories/name-key.ts';
import type { ProvisionedResource } from './provisioned-resource.ts';

const terms = directory.table('directoryUserTerms');

const taken = (pointer: string) =>
  problemWithReason('already_exists', {
    pointer,
    code: 'already_exists',
    detail: `Another user of the directory already has this ${pointer.slice(1)}`,
  });

export const findDirectoryUser = (
  tx: Tx,
  directoryId: string,
  id: string,
): Promise<DirectoryUserRecord | undefined> => directoryUsers.find(tx, { directoryId, id });

export const lockDirectoryUser = (
  tx: Tx,
  directoryId: string,
  id: string,
): Promise<DirectoryUserRecord | undefined> => directoryUsers.lock(tx, { directoryId, id });

/** By the identifier that the directory assigned. */
export const lockByExternalId = (
  tx: Tx,
  directoryId: string,
  externalId: string,
): Promise<DirectoryUserRecord | undefined> => directoryUsers.lock(tx, { directoryId, externalId });

export const lockByUserName = (
  tx: Tx,
  directoryId: string,
  userName: string,
): Promise<DirectoryUserRecord | undefined> =>
  directoryUsers.lock(tx, { directoryId, userNameKey: nameKey(userName) });

const textAt = (attributes: ProvisionedResource, name: string): string | null => {
  const value = attributes[name];
  return typeof value === 'string' ? value : null;
};

function emailKeysOf({ emails }: ProvisionedResource): string[] {
  const given = Array.isArray(emails) ? (emails as { value?: unknown }[]) : [];
  const keys = given.map(({ value }) => (typeof value === 'string' ? emailKey(value) : undefined));
  return [...new Set(keys.filter((key) => key !== undefined))];
}

function columnsOf(user: DirectoryUserRecord) {
  const { attributes } = user;
  const name = isJsonObject(attributes['name']) ? attributes['name'] : {};
  return {
    userName: user.userName,
    userNameKey: nameKey(user.userName),
    externalId: user.externalId,
    active: user.active,
    displayName: textAt(attributes, 'displayName'),
    givenName: textAt(name, 'givenName'),
    familyName: textAt(name, 'familyName'),
    emailKeys: emailKeysOf(attributes),
    resource: attributes,
    userId: user.userId,
    link: user.link,
    manages: user.manages,
    problems: user.problems,
    remoteVersion: user.remoteVersion,
    version: user.version,
    updatedAt: user.updatedAt,
  };
}

/** Adds a directory user and its terms. @throws 409 if another one has its name or external id */
export async function insertDirectoryUser(tx: Tx, user: DirectoryUserRecord): Promise<void> {
  const { directoryId, id, createdAt } = user;
  const row = { directoryId, id, createdAt, ...columnsOf(user) };
  if ((await directoryUsers.insertIfAbsent(tx, row)) === 0) throw taken('/userName');
  await insertTerms(tx, user, userTerms(user.attributes));
  await addStep(tx, directoryUserCounter(directoryId), 1);
}

const clashes = {
  directory_users__user_name_key: () => taken('/userName'),
  directory_users__external_id_key: () => taken('/externalId'),
};

/** Writes a changed directory user. `before` is the record that its terms were derived from. */
export async function updateDirectoryUser(
  tx: Tx,
  before: DirectoryUserRecord,
  user: DirectoryUserRecord,
): Promise<void> {
  const { directoryId, id } = user;
  await unlessTaken(directoryUsers.update(tx, { directoryId, id }, columnsOf(user)), clashes);
  await replaceTerms(tx, user, userTerms(before.attributes), userTerms(user.attributes));
}

const termKeyOf = ({ attribute, value }: UserTerm): string => `${attribute} ${value}`;

async function replaceTerms(
  tx: Tx,
  user: DirectoryUserRecord,
  before: readonly UserTerm[],
  after: readonly UserTerm[],
): Promise<void> {
  const held = new Set(before.map(termKeyOf));
  const wanted = new Set(after.map(termKeyOf));
  const gone = before.filter((term) => !wanted.has(termKeyOf(term)));
  if (gone.length > 0)
    await terms
      .only((of) =>
        of(
          of.refTuple('attribute', 'value'),
          'in',
          gone.map(({ attribute, value }) => of.tuple(attribute, value)),
        ),
      )
      .delete(tx, { directoryId: user.directoryId, directoryUserId: user.id });
  await insertTerms(
    tx,
    user,
    after.filter((term) => !held.has(termKeyOf(term))),
  );
}

const insertTerms = (
  tx: Tx,
  { directoryId, id }: DirectoryUserRecord,
  added: readonly UserTerm[],
): Promise<number> =>
  terms.insert(
    tx,
    added.map(({ attribute, value }) => ({ directoryId, directoryUserId: id, attribute, value })),
  );

/** Removes a directory user and its terms. The caller removes its memberships in groups. */
export async function deleteDirectoryUser(
  tx: Tx,
  { directoryId, id }: Pick<DirectoryUserRecord, 'directoryId' | 'id'>,
): Promise<void> {
  await directoryUsers.delete(tx, { directoryId, id });
  await terms.delete(tx, { directoryId, directoryUserId: id });
  await addStep(tx, directoryUserCounter(directoryId), -1);
}

/** The directory users that are linked to a user. */
export const listLinksOf = (tx: Tx, userId: string): Promise<DirectoryUserRecord[]> =>
  directoryUsers.list(tx, { where: { userId }, orderBy: ['directoryId', 'id'] });

/** Whether a user has another active link; with an organization, from one of its directories. */
export async function hasOtherActiveLink(
  tx: Tx,
  userId: string,
  { directoryId, id }: Pick<DirectoryUserRecord, 'directoryId' | 'id'>,
  organizationId?: string,
): Promise<boolean> {
  const row = await tx.row<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM directory_users d JOIN directories s ON s.tenant_id = d.tenant_id AND s.id = d.directory_id
       WHERE d.tenant_id = $1 AND d.user_id = $2 AND d.link = 'active' AND (d.directory_id, d.id) <> ($3, $4)
         AND ($5::text IS NULL OR s.organization_id = $5)) AS found`,
    [tx.context.tenantId, userId, directoryId, id, organizationId ?? null],
  );
  return row?.found ?? false;
}

/**
 * Removes the links to a deleted user, former ones too. `ignored`: no directory re-creates the
 * user.
 */
export async function unlinkUser(tx: Tx, userId: string, link: 'none' | 'ignored'): Promise<void> {
  await directoryUsers.update(tx, { userId }, { userId: null, link, manages: false });
  await deleteRetiredUser(tx, userId);
}

/** Locks users of a directory. */
export const listDirectoryUsersOf = (
  tx: Tx,
  directoryId: string,
  limit: number,
): Promise<DirectoryUserRecord[]> =>
  directoryUsers.list(tx, { where: { directoryId }, orderBy: 'id', limit, lock: 'update' });
