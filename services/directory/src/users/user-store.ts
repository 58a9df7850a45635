import type { Tx } from '@platform/kit/database';
import type { Identifier } from './user-identifiers.ts';
import type { UserIdentity, UserManager, UserProfile, UserRecord } from './user-record.ts';

/** A user as a row of {@link userColumns}. */
export interface UserRow {
  id: string;
  externalId: string | null;
  username: string | null;
  email: string | null;
  emailVerified: boolean;
  phoneNumber: string | null;
  phoneVerified: boolean;
  displayName: string | null;
  profile: UserProfile;
  metadata: Record<string, unknown>;
  identities: UserIdentity[];
  managedBy: UserManager | null;
  status: UserRecord['status'];
  statusReason: UserRecord['statusReason'];
  statusChangedAt: Date;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  lastLoginAt: Date | null;
}

/** What a user is read from, of `users u` and {@link withActivity}. */
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

/** The members that are kept in one document. */
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

const valuesOf = (tenantId: string, user: UserRecord): unknown[] => [
  tenantId,
  user.id,
  user.externalId,
  user.username,
  user.email,
  user.emailVerified,
  user.phoneNumber,
  user.phoneVerified,
  user.displayName,
  JSON.stringify(profileOf(user)),
  JSON.stringify(user.metadata),
  JSON.stringify(user.identities),
  user.status,
  user.statusReason,
  user.statusChangedAt,
  user.version,
  user.updatedAt,
  user.managedBy === null ? null : JSON.stringify(user.managedBy),
];

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

export async function insertUser(tx: Tx, user: UserRecord): Promise<void> {
  await tx.execute(
    `INSERT INTO users (tenant_id, id, external_id, username, email, email_verified, phone_number, phone_verified, display_name, profile, metadata,
       identities, status, status_reason, status_changed_at, version, updated_at, managed_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $17)`,
    valuesOf(tx.context.tenantId, user),
  );
}

export async function updateUser(tx: Tx, user: UserRecord): Promise<void> {
  await tx.execute(
    `UPDATE users SET external_id = $3, username = $4, email = $5, email_verified = $6, phone_number = $7, phone_verified = $8, display_name = $9,
       profile = $10, metadata = $11, identities = $12, status = $13, status_reason = $14, status_changed_at = $15, version = $16, updated_at = $17, managed_by = $18
     WHERE tenant_id = $1 AND id = $2`,
    valuesOf(tx.context.tenantId, user),
  );
}

/** Removes the user and everything that is found through them, but memberships. */
export async function deleteUserRows(tx: Tx, id: string): Promise<void> {
  const key = [tx.context.tenantId, id];
  await tx.execute('DELETE FROM users WHERE tenant_id = $1 AND id = $2', key);
  await tx.execute('DELETE FROM user_identifiers WHERE tenant_id = $1 AND user_id = $2', key);
  await tx.execute('DELETE FROM user_search WHERE tenant_id = $1 AND user_id = $2', key);
  await tx.execute('DELETE FROM user_unverified_emails WHERE tenant_id = $1 AND user_id = $2', key);
  await tx.execute('DELETE FROM user_activity WHERE tenant_id = $1 AND user_id = $2', key);
  await tx.execute('DELETE FROM credential_handover WHERE tenant_id = $1 AND user_id = $2', key);
  await tx.execute('INSERT INTO user_tombstones (tenant_id, id) VALUES ($1, $2)', key);
}

/** Takes identifiers for a user; returns those that another user holds. Waits for a rival's open transaction. */
export async function insertIdentifiers(
  tx: Tx,
  userId: string,
  identifiers: readonly Identifier[],
): Promise<Identifier[]> {
  if (identifiers.length === 0) return [];
  const taken = await tx.rows<{ kind: string; value: string }>(
    `INSERT INTO user_identifiers (tenant_id, kind, value, verified, user_id)
     SELECT $1, kind, value, verified, $5 FROM unnest($2::text[], $3::text[], $4::boolean[]) AS i (kind, value, verified) ORDER BY kind, value
     ON CONFLICT (tenant_id, kind, value) DO NOTHING RETURNING kind, value`,
    [
      tx.context.tenantId,
      identifiers.map((i) => i.kind),
      identifiers.map((i) => i.value),
      identifiers.map((i) => i.verified),
      userId,
    ],
  );
  return identifiers.filter((i) => !taken.some((t) => t.kind === i.kind && t.value === i.value));
}

export async function deleteIdentifiers(
  tx: Tx,
  userId: string,
  identifiers: readonly Pick<Identifier, 'kind' | 'value'>[],
): Promise<void> {
  if (identifiers.length === 0) return;
  await tx.execute(
    `DELETE FROM user_identifiers i USING unnest($3::text[], $4::text[]) AS gone (kind, value)
     WHERE i.tenant_id = $1 AND i.user_id = $2 AND i.kind = gone.kind AND i.value = gone.value`,
    [tx.context.tenantId, userId, identifiers.map((i) => i.kind), identifiers.map((i) => i.value)],
  );
}

export const listIdentifiers = (
  tx: Tx,
  userId: string,
): Promise<Pick<Identifier, 'kind' | 'value' | 'verified'>[]> =>
  tx.prepared(
    'user_identifiers',
    'SELECT kind, value, verified FROM user_identifiers WHERE tenant_id = $1 AND user_id = $2 ORDER BY kind, value',
    [tx.context.tenantId, userId],
  );

/** Who holds an identifier. */
export async function findIdentifierHolder(
  tx: Tx,
  kind: Identifier['kind'],
  value: string,
): Promise<{ userId: string; verified: boolean } | undefined> {
  const [row] = await tx.prepared<{ userId: string; verified: boolean }>(
    'identifier_holder',
    'SELECT user_id, verified FROM user_identifiers WHERE tenant_id = $1 AND kind = $2 AND value = $3',
    [tx.context.tenantId, kind, value],
  );
  return row && { userId: row.userId, verified: row.verified };
}

/** Users who keep an address as an additional one without proof. */
export async function findUsersByUnverifiedEmail(
  tx: Tx,
  value: string,
  most: number,
): Promise<string[]> {
  const rows = await tx.rows<{ userId: string }>(
    'SELECT user_id FROM user_unverified_emails WHERE tenant_id = $1 AND value = $2 LIMIT $3',
    [tx.context.tenantId, value, most],
  );
  return rows.map((r) => r.userId);
}

export async function replaceUnverifiedEmails(
  tx: Tx,
  userId: string,
  values: readonly string[],
): Promise<void> {
  await tx.execute(
    'DELETE FROM user_unverified_emails WHERE tenant_id = $1 AND user_id = $2 AND NOT value = ANY ($3)',
    [tx.context.tenantId, userId, values],
  );
  if (values.length === 0) return;
  await tx.execute(
    'INSERT INTO user_unverified_emails (tenant_id, value, user_id) SELECT $1, unnest($3::text[]), $2 ON CONFLICT DO NOTHING',
    [tx.context.tenantId, userId, values],
  );
}

export async function replaceSearchTerms(
  tx: Tx,
  userId: string,
  terms: readonly string[],
): Promise<void> {
  await tx.execute(
    'DELETE FROM user_search WHERE tenant_id = $1 AND user_id = $2 AND NOT term = ANY ($3)',
    [tx.context.tenantId, userId, terms],
  );
  await tx.execute(
    'INSERT INTO user_search (tenant_id, term, user_id) SELECT $1, unnest($3::text[]), $2 ON CONFLICT DO NOTHING',
    [tx.context.tenantId, userId, terms],
  );
}

/** How many credentials of the tenant wait; counted up to this limit. */
export const countWaitingCredentials = async (tx: Tx, limit: number): Promise<number> =>
  (
    await tx.prepared(
      'waiting_credentials',
      'SELECT FROM credential_handover WHERE tenant_id = $1 LIMIT $2',
      [tx.context.tenantId, limit],
    )
  ).length;

export async function insertCredentialHandover(
  tx: Tx,
  userId: string,
  sealed: string,
): Promise<void> {
  await tx.execute(
    'INSERT INTO credential_handover (tenant_id, user_id, sealed, created_at) VALUES ($1, $2, $3, clock_timestamp())',
    [tx.context.tenantId, userId, sealed],
  );
}
