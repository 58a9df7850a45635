import { createHmac } from 'node:crypto';
import { any, arrayLiteral, fromNow } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { emailKey } from '@platform/kit/formats';
import { directory } from '../generated/tables.ts';
import { identityKey } from '../users/user-identifiers.ts';

/** Identifiers that suppress the re-creation of an erased user. */
export interface SuppressedKeys {
  email?: string;
  externalId?: string;
  identity?: { issuer: string; subject: string } | null;
  /** A person's names in one directory: people in directories may have no address. */
  directoryUser?: { directoryId: string; externalId: string | null; userName: string };
}

const suppressions = directory.table('erasureSuppressions').pick('keyHash');
const recent = suppressions.only((of) => of('createdAt', '>', fromNow(-90 * 86_400_000)));

const directoryUserKey = ({
  directoryId,
  externalId,
  userName,
}: NonNullable<SuppressedKeys['directoryUser']>): string =>
  JSON.stringify([directoryId, externalId ?? userName.toLowerCase()]);

/**
 * Hashes under each key in use, the active one first, so that a rotation keeps every suppression.
 */
function hashes(
  keys: readonly Buffer[],
  { email, externalId, identity, directoryUser }: SuppressedKeys,
): Buffer[] {
  const address = email ? emailKey(email) : undefined;
  const named = [
    ...(address ? [`email ${address}`] : []),
    ...(externalId ? [`external_id ${externalId}`] : []),
    ...(identity ? [`identity ${identityKey(identity)}`] : []),
    ...(directoryUser ? [`directory_user ${directoryUserKey(directoryUser)}`] : []),
  ];
  return keys.flatMap((key) =>
    named.map((name) => createHmac('sha256', key).update(name).digest()),
  );
}

/** Whether a person with one of these identifiers was erased in the last 90 days. */
export async function isSuppressed(
  tx: Tx,
  keys: readonly Buffer[],
  subject: SuppressedKeys,
): Promise<boolean> {
  const wanted = hashes(keys, subject);
  if (wanted.length === 0) return false;
  const found = await recent.only((of) => of('keyHash', '=', any(wanted))).find(tx, {});
  return found !== undefined;
}

/** Like {@link isSuppressed}, for many: the list indexes of those who were erased. */
export async function listSuppressed(
  tx: Tx,
  keys: readonly Buffer[],
  subjects: readonly SuppressedKeys[],
): Promise<Set<number>> {
  // Most tenants have had no recent erasure, and hashing every row would cost more than this
  // look-up.
  if (!(await tx.row(suppressions.select(tx).limit(1)))) return new Set();
  const places = new Map<string, number[]>();
  for (const [i, subject] of subjects.entries())
    for (const hash of hashes(keys, subject)) {
      const key = hash.toString('hex');
      places.set(key, [...(places.get(key) ?? []), i]);
    }
  const rows = await tx.rows<{ key: string }>(
    `SELECT encode(key_hash, 'hex') AS key FROM erasure_suppressions
     WHERE tenant_id = $1 AND key_hash = ANY ($2::bytea[]) AND created_at > now() - interval '90 days'`,
    [tx.context.tenantId, arrayLiteral([...places.keys()].map((hash) => `\\x${hash}`))],
  );
  return new Set(rows.flatMap(({ key }) => places.get(key) ?? []));
}

export async function insertSuppressions(
  tx: Tx,
  keys: readonly Buffer[],
  subjects: readonly SuppressedKeys[],
): Promise<void> {
  await tx.execute(
    'INSERT INTO erasure_suppressions (tenant_id, key_hash) SELECT DISTINCT $1, hash FROM unnest($2::bytea[]) AS erased (hash) ON CONFLICT (tenant_id, key_hash) DO UPDATE SET created_at = now()',
    [tx.context.tenantId, subjects.flatMap((subject) => hashes(keys.slice(0, 1), subject))],
  );
}
