import { arrayLiteral, textArray } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import type { Identifier } from './user-identifiers.ts';
import type { UserRecord } from './user-record.ts';
import { profileOf } from './user-store.ts';

/** An identifier with the user to assign it to. */
export interface OwnedIdentifier extends Identifier {
  userId: string;
}

/** Search terms, or unverified addresses, with their user. */
export interface OwnedText {
  userId: string;
  text: string;
}

export async function insertUsers(
  tx: Tx,
  users: readonly UserRecord[],
  importOrigin: string,
): Promise<void> {
  await tx.execute(
    `INSERT INTO users (tenant_id, id, external_id, username, email, email_verified, phone_number, phone_verified, display_name, profile, metadata,
       identities, status, status_reason, status_changed_at, version, updated_at, created_at, import_origin)
     SELECT $1, u.id, u.external_id, u.username, u.email, u.email_verified, u.phone_number, u.phone_verified, u.display_name, u.profile::jsonb,
       u.metadata::jsonb, u.identities::jsonb, u.status, u.status_reason, u.at, 1, u.at, u.at, $15
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::text[], $8::boolean[], $9::text[], $10::text[], $11::text[], $12::text[],
       $13::text[], $14::text[], $16::timestamptz[]) AS u (id, external_id, username, email, email_verified, phone_number, phone_verified, display_name,
       profile, metadata, identities, status, status_reason, at)`,
    [
      tx.context.tenantId,
      textArray(users.map((u) => u.id)),
      textArray(users.map((u) => u.externalId)),
      textArray(users.map((u) => u.username)),
      textArray(users.map((u) => u.email)),
      arrayLiteral(users.map((u) => u.emailVerified)),
      textArray(users.map((u) => u.phoneNumber)),
      arrayLiteral(users.map((u) => u.phoneVerified)),
      textArray(users.map((u) => u.displayName)),
      textArray(users.map((u) => JSON.stringify(profileOf(u)))),
      textArray(users.map((u) => JSON.stringify(u.metadata))),
      textArray(users.map((u) => JSON.stringify(u.identities))),
      textArray(users.map((u) => u.status)),
      textArray(users.map((u) => u.statusReason)),
      importOrigin,
      arrayLiteral(users.map((u) => u.createdAt.toISOString())),
    ],
  );
}

/**
 * Inserts identifiers of users, in an order that all writers share, so that they wait and do not
 * deadlock. Without ON CONFLICT, which writes each row twice: most were looked up before and are
 * free.
 * @throws a unique violation if another user has one of them
 */
export async function insertOwnedIdentifiers(
  tx: Tx,
  identifiers: readonly OwnedIdentifier[],
): Promise<void> {
  await tx.execute(
    `INSERT INTO user_identifiers (tenant_id, kind, value, verified, user_id)
     SELECT $1, kind, value, verified, user_id FROM unnest($2::text[], $3::text[], $4::boolean[], $5::text[]) AS i (kind, value, verified, user_id)
     ORDER BY kind, value COLLATE "C"`,
    [
      tx.context.tenantId,
      textArray(identifiers.map((i) => i.kind)),
      textArray(identifiers.map((i) => i.value)),
      arrayLiteral(identifiers.map((i) => i.verified)),
      textArray(identifiers.map((i) => i.userId)),
    ],
  );
}

/**
 * The users that have these identifiers. Each is looked up by itself (LATERAL with LIMIT): with a
 * join, a thousand of them make the planner read all identifiers of the tenant.
 */
export const listIdentifierHolders = (
  tx: Tx,
  identifiers: readonly Pick<Identifier, 'kind' | 'value'>[],
): Promise<{ kind: Identifier['kind']; value: string; userId: string }[]> =>
  identifiers.length === 0
    ? Promise.resolve([])
    : tx.rows(
        `SELECT wanted.kind, wanted.value, i.user_id FROM unnest($2::text[], $3::text[]) AS wanted (kind, value)
         CROSS JOIN LATERAL (SELECT user_id FROM user_identifiers
           WHERE tenant_id = $1 AND kind = wanted.kind AND value = wanted.value COLLATE "C" LIMIT 1) AS i`,
        [
          tx.context.tenantId,
          textArray(identifiers.map((i) => i.kind)),
          textArray(identifiers.map((i) => i.value)),
        ],
      );

async function insertOwnedTexts(tx: Tx, sql: string, texts: readonly OwnedText[]): Promise<void> {
  if (texts.length === 0) return;
  await tx.execute(sql, [
    tx.context.tenantId,
    textArray(texts.map((t) => t.text)),
    textArray(texts.map((t) => t.userId)),
  ]);
}

/**
 * Search terms of new users, in the order of the index, so that neighbours are inserted into the
 * same page.
 */
export const insertOwnedTerms = (tx: Tx, terms: readonly OwnedText[]): Promise<void> =>
  insertOwnedTexts(
    tx,
    'INSERT INTO user_search (tenant_id, term, user_id) SELECT $1, term, user_id FROM unnest($2::text[], $3::text[]) AS t (term, user_id) ORDER BY term COLLATE "C"',
    terms,
  );

/** Unverified additional addresses of new users. */
export const insertOwnedUnverifiedEmails = (tx: Tx, emails: readonly OwnedText[]): Promise<void> =>
  insertOwnedTexts(
    tx,
    'INSERT INTO user_unverified_emails (tenant_id, value, user_id) SELECT $1, value, user_id FROM unnest($2::text[], $3::text[]) AS e (value, user_id)',
    emails,
  );
