import { randomBytes } from 'node:crypto';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import type { SealedColumn } from '@platform/kit/upkeep';
import { SecretFault } from '@platform/kit/secrets';
import type { SecretBox } from '@platform/kit/secrets';
import { newSecret } from '@platform/kit/webhook-signature';
import {
  deleteSecretsExcept,
  insertSigningSecret,
  selectLiveSecrets,
  setSecretExpiry,
} from './secret-store.ts';
import type { SecretRecord } from './secret-store.ts';

export type { SecretRecord } from './secret-store.ts';

const maxLive = 3;
const defaultOverlapSeconds = 86_400;

const secretField = (id: string): string => `webhook_secrets/${id}`;

/** The sealed column of signing secrets. */
export const sealedSecrets: SealedColumn = {
  table: 'webhook_secrets',
  column: 'sealed',
  key: ['id'],
  contextOf: (tenantId, id = '') => ({ tenantId, field: secretField(id) }),
};

/** Seals signing secrets for the tenant and the row. */
export function secretSeals(box: SecretBox) {
  return {
    sealSecret: (tenantId: string, id: string, secret: string): string =>
      box.seal(secret, { tenantId, field: secretField(id) }),
    /** Opens a secret; undefined if it cannot be decrypted. The fault goes to `onFault`. */
    openSecret(
      tenantId: string,
      { id, sealed }: SecretRecord,
      onFault: (fault: SecretFault) => void,
    ): string | undefined {
      try {
        return box.open(sealed, { tenantId, field: secretField(id) });
      } catch (error) {
        if (!(error instanceof SecretFault)) throw error;
        onFault(error);
        return undefined;
      }
    },
  };
}

export type SecretSeals = ReturnType<typeof secretSeals>;

/** The active secrets of these owners, newest first. */
export const listLiveSigningSecrets = selectLiveSecrets;

/** Removes all secrets of an owner. */
export const removeSecrets = (tx: Tx, ownerId: string): Promise<number> =>
  deleteSecretsExcept(tx, ownerId, []);

export const shownSecrets = (secrets: readonly SecretRecord[]) =>
  secrets.map(({ id, last4, createdAt, expiresAt }) => ({
    id,
    last4,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  }));

/** Adds the current secret of an owner: the caller's own, or 32 random bytes. */
export async function addSigningSecret(
  tx: Tx,
  seals: Pick<SecretSeals, 'sealSecret'>,
  ownerId: string,
  own: string | undefined,
  now: Date,
): Promise<{ record: SecretRecord; secret: string }> {
  const id = newId('webhookSecret');
  const secret = own ?? newSecret(randomBytes);
  const record: SecretRecord = {
    id,
    ownerId,
    sealed: seals.sealSecret(tx.context.tenantId, id, secret),
    last4: secret.slice(-4),
    createdAt: now,
    expiresAt: null,
  };
  await insertSigningSecret(tx, record);
  return { record, secret };
}

/** Sets a new current secret; the old one also signs during the overlap. Drops the oldest beyond three. */
export async function rotateSigningSecret(
  tx: Tx,
  seals: Pick<SecretSeals, 'sealSecret'>,
  ownerId: string,
  wanted: { overlapSeconds?: number; secret?: string | undefined } | undefined,
  now: Date,
): Promise<{ record: SecretRecord; secret: string }> {
  const overlapSeconds = wanted?.overlapSeconds ?? defaultOverlapSeconds;
  const live = await listLiveSigningSecrets(tx, [ownerId], now);
  const added = await addSigningSecret(tx, seals, ownerId, wanted?.secret, now);
  const kept = (overlapSeconds === 0 ? live.filter((s) => s.expiresAt !== null) : live).slice(
    0,
    maxLive - 1,
  );
  await deleteSecretsExcept(tx, ownerId, [added.record.id, ...kept.map((s) => s.id)]);
  const current = kept.find((s) => s.expiresAt === null);
  if (current)
    await setSecretExpiry(tx, current.id, new Date(now.getTime() + overlapSeconds * 1000));
  return added;
}

/** Revokes a secret immediately; the newest remaining one becomes current. @throws 404; 409 for the only active one */
export async function revokeSecret(
  tx: Tx,
  ownerId: string,
  secretId: string,
  now: Date,
): Promise<SecretRecord> {
  const live = await listLiveSigningSecrets(tx, [ownerId], now);
  const revoked = live.find((s) => s.id === secretId);
  if (!revoked) throw problem('not_found');
  const [newest, ...older] = live.filter((s) => s !== revoked);
  if (!newest)
    throw problem('invalid_state', {
      detail: 'The only active secret cannot be revoked; rotate it instead',
    });
  await deleteSecretsExcept(tx, ownerId, [newest.id, ...older.map((s) => s.id)]);
  if (newest.expiresAt !== null) await setSecretExpiry(tx, newest.id, null);
  return revoked;
}
