import type { Tx } from '@platform/kit/database';
import { brokenUnique } from '@platform/kit/database';
import { emailKey } from '@platform/kit/formats';
import { because } from '@platform/kit/problem';
import { addStep, directoryUserCounter } from '../counters/counters.ts';
import { isPlain } from '../json/merge-patch.ts';
import type { DirectoryUserRecord } from './directory-user-record.ts';
import type { UserTerm } from './directory-user-terms.ts';
import { userTerms } from './directory-user-terms.ts';
import { nameKey } from './provisioned-resource.ts';
import type { ProvisionedResource } from './provisioned-resource.ts';

/** What a directory user is read from, of `directory_users d`. */
export const directoryUserColumns = `d.id, d.directory_id, d.user_name, d.external_id, d.active, d.resource AS attributes,
  d.user_id, d.link, d.manages, d.problems, d.remote_version, d.version, d.created_at, d.updated_at`;

type Row = DirectoryUserRecord & Record<string, unknown>;

const taken = (pointer: string) =>
  because('already_exists', {
    pointer,
    code: 'already_exists',
    detail: `Another user of the directory already has this ${pointer.slice(1)}`,
  });

const byId = 'd.tenant_id = $1 AND d.directory_id = $2 AND d.id = $3';

export const findDirectoryUser = (
  tx: Tx,
  directoryId: string,
  id: string,
): Promise<DirectoryUserRecord | undefined> =>
  tx.row<Row>(`SELECT ${directoryUserColumns} FROM directory_users d WHERE ${byId}`, [
    tx.context.tenantId,
    directoryId,
    id,
  ]);

export const lockDirectoryUser = (
  tx: Tx,
  directoryId: string,
  id: string,
): Promise<DirectoryUserRecord | undefined> =>
  tx.row<Row>(`SELECT ${directoryUserColumns} FROM directory_users d WHERE ${byId} FOR UPDATE`, [
    tx.context.tenantId,
    directoryId,
    id,
  ]);

/** By the identifier that the directory gave. */
export const lockByExternalId = (
  tx: Tx,
  directoryId: string,
  externalId: string,
): Promise<DirectoryUserRecord | undefined> =>
  tx.row<Row>(
    `SELECT ${directoryUserColumns} FROM directory_users d WHERE d.tenant_id = $1 AND d.directory_id = $2 AND d.external_id = $3 FOR UPDATE`,
    [tx.context.tenantId, directoryId, externalId],
  );

export const lockByUserName = (
  tx: Tx,
  directoryId: string,
  userName: string,
): Promise<DirectoryUserRecord | undefined> =>
  tx.row<Row>(
    `SELECT ${directoryUserColumns} FROM directory_users d WHERE d.tenant_id = $1 AND d.directory_id = $2 AND d.user_name_key = $3 FOR UPDATE`,
    [tx.context.tenantId, directoryId, nameKey(userName)],
  );

const textAt = (attributes: ProvisionedResource, name: string): string | null => {
  const value = attributes[name];
  return typeof value === 'string' ? value : null;
};

function emailKeysOf({ emails }: ProvisionedResource): string[] {
  const given = Array.isArray(emails) ? (emails as { value?: unknown }[]) : [];
  const keys = given.map(({ value }) => (typeof value === 'string' ? emailKey(value) : undefined));
  return [...new Set(keys.filter((key) => key !== undefined))];
}

function valuesOf(tx: Tx, user: DirectoryUserRecord): unknown[] {
  const { attributes } = user;
  const name = isPlain(attributes['name']) ? attributes['name'] : {};
  return [
    tx.context.tenantId,
    user.directoryId,
    user.id,
    user.userName,
    nameKey(user.userName),
    user.externalId,
    user.active,
    textAt(attributes, 'displayName'),
    textAt(name, 'givenName'),
    textAt(name, 'familyName'),
    emailKeysOf(attributes),
    JSON.stringify(attributes),
    user.userId,
    user.link,
    user.manages,
    JSON.stringify(user.problems),
    user.remoteVersion,
    user.version,
    user.updatedAt,
  ];
}

/** Adds a directory user, and its terms. 409 where another one has its name or external id. */
export async function insertDirectoryUser(tx: Tx, user: DirectoryUserRecord): Promise<void> {
  const inserted = await tx.execute(
    `INSERT INTO directory_users (tenant_id, directory_id, id, user_name, user_name_key, external_id, active, display_name, given_name, family_name, email_keys,
       resource, user_id, link, manages, problems, remote_version, version, updated_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19) ON CONFLICT DO NOTHING`,
    valuesOf(tx, user),
  );
  if (inserted === 0) throw taken('/userName');
  await insertTerms(tx, user, userTerms(user.attributes));
  await addStep(tx, directoryUserCounter(user.directoryId), 1);
}

const clashes: Record<string, string> = {
  directory_users__user_name_key: '/userName',
  directory_users__external_id_key: '/externalId',
};

/** Writes a changed directory user; `before` is what its terms were made of. */
export async function updateDirectoryUser(
  tx: Tx,
  before: DirectoryUserRecord,
  user: DirectoryUserRecord,
): Promise<void> {
  try {
    await tx.execute(
      `UPDATE directory_users SET user_name = $4, user_name_key = $5, external_id = $6, active = $7, display_name = $8, given_name = $9, family_name = $10,
         email_keys = $11, resource = $12, user_id = $13, link = $14, manages = $15, problems = $16, remote_version = $17, version = $18, updated_at = $19
       WHERE tenant_id = $1 AND directory_id = $2 AND id = $3`,
      valuesOf(tx, user),
    );
  } catch (error) {
    const pointer = clashes[brokenUnique(error) ?? ''];
    throw pointer === undefined ? error : taken(pointer);
  }
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
    await tx.execute(
      `DELETE FROM directory_user_terms t USING unnest($4::text[], $5::text[]) AS gone (attribute, value)
       WHERE t.tenant_id = $1 AND t.directory_id = $2 AND t.directory_user_id = $3 AND t.attribute = gone.attribute AND t.value = gone.value`,
      [
        tx.context.tenantId,
        user.directoryId,
        user.id,
        gone.map(({ attribute }) => attribute),
        gone.map(({ value }) => value),
      ],
    );
  await insertTerms(
    tx,
    user,
    after.filter((term) => !held.has(termKeyOf(term))),
  );
}

async function insertTerms(
  tx: Tx,
  { directoryId, id }: DirectoryUserRecord,
  terms: readonly UserTerm[],
): Promise<void> {
  if (terms.length === 0) return;
  await tx.execute(
    `INSERT INTO directory_user_terms (tenant_id, directory_id, directory_user_id, attribute, value)
     SELECT $1, $2, $3, attribute, value FROM unnest($4::text[], $5::text[]) AS t (attribute, value)`,
    [
      tx.context.tenantId,
      directoryId,
      id,
      terms.map(({ attribute }) => attribute),
      terms.map(({ value }) => value),
    ],
  );
}

/** Removes a directory user and its terms; its memberships in groups are removed apart. */
export async function deleteDirectoryUser(
  tx: Tx,
  { directoryId, id }: Pick<DirectoryUserRecord, 'directoryId' | 'id'>,
): Promise<void> {
  const key = [tx.context.tenantId, directoryId, id];
  await tx.execute(
    'DELETE FROM directory_users WHERE tenant_id = $1 AND directory_id = $2 AND id = $3',
    key,
  );
  await tx.execute(
    'DELETE FROM directory_user_terms WHERE tenant_id = $1 AND directory_id = $2 AND directory_user_id = $3',
    key,
  );
  await addStep(tx, directoryUserCounter(directoryId), -1);
}

/** The directory users that are linked to a user. */
export const listLinksOf = (tx: Tx, userId: string): Promise<DirectoryUserRecord[]> =>
  tx.rows<Row>(
    `SELECT ${directoryUserColumns} FROM directory_users d WHERE d.tenant_id = $1 AND d.user_id = $2 ORDER BY d.directory_id, d.id`,
    [tx.context.tenantId, userId],
  );

/** Whether a user has an active link besides this one; with an organization, from one of its directories. */
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

/** Cuts the links to a user who is deleted. `ignored`: no directory brings the user back. */
export const unlinkUser = (tx: Tx, userId: string, link: 'none' | 'ignored'): Promise<number> =>
  tx.execute(
    'UPDATE directory_users SET user_id = NULL, link = $3, manages = false WHERE tenant_id = $1 AND user_id = $2',
    [tx.context.tenantId, userId, link],
  );

/** Users of a directory, locked. */
export const listDirectoryUsersOf = (
  tx: Tx,
  directoryId: string,
  limit: number,
): Promise<DirectoryUserRecord[]> =>
  tx.rows<Row>(
    `SELECT ${directoryUserColumns} FROM directory_users d WHERE d.tenant_id = $1 AND d.directory_id = $2 ORDER BY d.id LIMIT $3 FOR UPDATE`,
    [tx.context.tenantId, directoryId, limit],
  );
