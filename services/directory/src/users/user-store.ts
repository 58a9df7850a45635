import { any, together } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { directory } from '../generated/tables.ts';
import type { Identifier } from './user-identifiers.ts';
import { users } from './user-record.ts';
import type { UserProfile, UserRecord, UserRow } from './user-record.ts';

const identifiers = directory.table('userIdentifiers');
const unverifiedEmails = directory.table('userUnverifiedEmails');
const searchTerms = directory.table('userSearch');
const activity = directory.table('userActivity');
const tombstones = directory.table('userTombstones');
const origins = directory.table('users').pick('importOrigin');

type IdentifierRow = RowOf<typeof identifiers>;

/** The columns of a user, from `users u` and {@link withActivity}. */
export const userColumns = `u.id, u.external_id, u.username, u.email, u.email_verified, u.phone_number, u.phone_verified, u.display_name, u.profile, u.metadata,
  u.identities, u.managed_by, u.status, u.status_reason, u.status_changed_at, u.version, u.created_at, u.updated_at, a.last_login_at`;
export const withActivity =
  'LEFT JOIN user_activity a ON a.tenant_id = u.tenant_id AND a.user_id = u.id';

// The spread comes last: V8 keeps an object that gets many members after one in a slow form.
export const userOf = (row: UserRow): UserRecord => ({
  id: row.id,
  externalId: row.externalId,
  username: row.username,
  email: row.email,
  emailVerified: row.emailVerified,
  phoneNumber: row.phoneNumber,
  phoneVerified: row.phoneVerified,
  displayName: row.displayName,
  metadata: row.metadata,
  identities: row.identities,
  managedBy: row.managedBy,
  status: row.status,
  statusReason: row.statusReason,
  statusChangedAt: row.statusChangedAt,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  lastLoginAt: row.lastLoginAt,
  ...row.profile,
});

/** The members that are stored in one document. */
export const profileOf = ({
  additionalEmails,
  additionalPhoneNumbers,
  name,
  nickname,
  title,
  pictureUrl,
  profileUrl,
  locale,
  timeZone,
}: UserProfile): UserProfile => ({
  additionalEmails,
  additionalPhoneNumbers,
  name,
  nickname,
  title,
  pictureUrl,
  profileUrl,
  locale,
  timeZone,
});

const columnsOf = (user: UserRecord) => ({
  externalId: user.externalId,
  username: user.username,
  email: user.email,
  emailVerified: user.emailVerified,
  phoneNumber: user.phoneNumber,
  phoneVerified: user.phoneVerified,
  displayName: user.displayName,
  profile: profileOf(user),
  metadata: user.metadata,
  identities: user.identities,
  managedBy: user.managedBy,
  status: user.status,
  statusReason: user.statusReason,
  statusChangedAt: user.statusChangedAt,
  version: user.version,
  updatedAt: user.updatedAt,
});

export async function findUser(tx: Tx, id: string): Promise<UserRecord | undefined> {
  const [row] = await tx.prepared<UserRow>(
    'user_by_id',
    `SELECT ${userColumns} FROM users u ${withActivity} WHERE u.tenant_id = $1 AND u.id = $2`,
    [tx.context.tenantId, id],
  );
  return row && userOf(row);
}

export async function lockUser(tx: Tx, id: string): Promise<UserRecord | undefined> {
  const row = await tx.row<UserRow>(
    `SELECT ${userColumns} FROM users u ${withActivity} WHERE u.tenant_id = $1 AND u.id = $2 FOR UPDATE OF u`,
    [tx.context.tenantId, id],
  );
  return row && userOf(row);
}

export const insertUser = (tx: Tx, user: UserRecord): Promise<number> =>
  users.insert(tx, { id: user.id, createdAt: user.createdAt, ...columnsOf(user) });

export const updateUser = (tx: Tx, user: UserRecord): Promise<number> =>
  users.update(tx, { id: user.id }, columnsOf(user));

/** Which of these users exist. */
export const listExistingUsers = async (tx: Tx, id: readonly string[]): Promise<Set<string>> =>
  new Set((await users.pick('id').list(tx, { where: { id }, orderBy: 'id' })).map((u) => u.id));

/** Stores the origin of a user who was imported individually. */
export const setImportOrigin = (tx: Tx, id: string, importOrigin: string): Promise<number> =>
  origins.update(tx, { id }, { importOrigin });

/** The origin of an imported user; null for others. */
export const findImportOrigin = async (tx: Tx, id: string): Promise<string | null> =>
  (await origins.find(tx, { id }))?.importOrigin ?? null;

/**
 * Removes the user and everything that is found through them, except memberships and credentials.
 */
export async function deleteUserRows(tx: Tx, id: string): Promise<void> {
  const ofUser = { userId: id };
  await users.delete(tx, { id });
  await identifiers.delete(tx, ofUser);
  await searchTerms.delete(tx, ofUser);
  await unverifiedEmails.delete(tx, ofUser);
  await activity.delete(tx, ofUser);
  await tombstones.insert(tx, { id });
}

/**
 * Inserts identifiers of a user; returns those that another user has. Waits for a competing open
 * transaction.
 */
export async function insertIdentifiers(
  tx: Tx,
  userId: string,
  wanted: readonly Identifier[],
): Promise<Identifier[]> {
  if (wanted.length === 0) return [];
  const taken = await tx.prepared<Pick<IdentifierRow, 'kind' | 'value'>>(
    'insert_identifiers',
    `INSERT INTO user_identifiers (tenant_id, kind, value, verified, user_id)
     SELECT $1, kind, value, verified, $5 FROM unnest($2::text[], $3::text[], $4::boolean[]) AS i (kind, value, verified) ORDER BY kind, value
     ON CONFLICT (tenant_id, kind, value) DO NOTHING RETURNING kind, value`,
    [
      tx.context.tenantId,
      wanted.map((i) => i.kind),
      wanted.map((i) => i.value),
      wanted.map((i) => i.verified),
      userId,
    ],
  );
  return wanted.filter((i) => !taken.some((t) => t.kind === i.kind && t.value === i.value));
}

export async function deleteIdentifiers(
  tx: Tx,
  userId: string,
  gone: readonly Pick<IdentifierRow, 'kind' | 'value'>[],
): Promise<void> {
  if (gone.length === 0) return;
  await identifiers
    .only((of) =>
      of(
        of.refTuple('kind', 'value'),
        'in',
        gone.map(({ kind, value }) => of.tuple(kind, value)),
      ),
    )
    .delete(tx, { userId });
}

export const listIdentifiers = (tx: Tx, userId: string): Promise<Omit<IdentifierRow, 'userId'>[]> =>
  tx.prepared(
    'user_identifiers',
    'SELECT kind, value, verified FROM user_identifiers WHERE tenant_id = $1 AND user_id = $2 ORDER BY kind, value',
    [tx.context.tenantId, userId],
  );

/** The user that has an identifier. */
export async function findIdentifierHolder(
  tx: Tx,
  kind: IdentifierRow['kind'],
  value: string,
): Promise<Pick<IdentifierRow, 'userId' | 'verified'> | undefined> {
  const [row] = await tx.prepared<Pick<IdentifierRow, 'userId' | 'verified'>>(
    'identifier_holder',
    'SELECT user_id, verified FROM user_identifiers WHERE tenant_id = $1 AND kind = $2 AND value = $3',
    [tx.context.tenantId, kind, value],
  );
  return row;
}

/** Users who have an address as an unverified additional one. */
export async function findUsersByUnverifiedEmail(
  tx: Tx,
  value: string,
  most: number,
): Promise<string[]> {
  const holders = unverifiedEmails.pick('userId').select(tx).where('value', '=', value);
  return (await tx.rows(holders.limit(most))).map(({ userId }) => userId);
}

/** Replaces the rows of one list by those of another; a new user has no rows to delete. */
export const replaceUnverifiedEmails = (
  tx: Tx,
  userId: string,
  before: readonly string[],
  values: readonly string[],
): Promise<unknown> => {
  const others = unverifiedEmails.only((of) => of.not(of('value', '=', any(values))));
  return together([
    before.length > 0 ? others.delete(tx, { userId }) : undefined,
    unverifiedEmails.insertIfAbsent(
      tx,
      values.map((value) => ({ value, userId })),
    ),
  ]);
};

/** See {@link replaceUnverifiedEmails}. */
export const replaceSearchTerms = (
  tx: Tx,
  userId: string,
  before: readonly string[],
  terms: readonly string[],
): Promise<unknown> => {
  const others = searchTerms.only((of) => of.not(of('term', '=', any(terms))));
  return together([
    before.length > 0 ? others.delete(tx, { userId }) : undefined,
    tx.prepared(
      'user_search_terms',
      'INSERT INTO user_search (tenant_id, term, user_id) SELECT $1, unnest($3::text[]), $2 ON CONFLICT DO NOTHING',
      [tx.context.tenantId, userId, terms],
    ),
  ]);
};
