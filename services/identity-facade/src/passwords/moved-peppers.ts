import { createHash } from 'node:crypto';
import type { Tx } from '@platform/kit/database';
import type { SealContext, SecretBox } from '@platform/kit/secrets';
import type { SealedColumn } from '@platform/kit/upkeep';
import { findMovedPepper, forgetOwnKeys, upsertMovedPepper } from './moved-pepper-store.ts';
import { pepperKeys, pepperOf } from './pepper.ts';
import type { Pepper } from './pepper.ts';

const contextOf = (tenantId: string, id = ''): SealContext => ({
  tenantId,
  field: `moved_peppers/${id}/key_sealed`,
});

/** The column to reseal. */
export const movedPepperSealedColumn: SealedColumn = {
  table: 'moved_peppers',
  column: 'key_sealed',
  key: ['id'],
  contextOf,
};

/** Ids of encryption keys have no dot, so that a key of another installation is never taken for one of this one. */
const movedId = (keyId: string, key: Buffer): string =>
  `${keyId}.${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;

/** In the archive, passwords name peppers by the ids of {@link keepPeppers}, and none as one of this installation. */
export const movedPepperIds = [
  { table: 'moved_peppers', column: 'own_key_id', by: 'NULL::text' },
  {
    table: 'password_credentials',
    column: 'pepper_id',
    by: `CASE WHEN position('.' IN t.pepper_id) > 0 THEN t.pepper_id
      ELSE coalesce((SELECT p.id FROM moved_peppers p WHERE p.tenant_id = t.tenant_id AND p.own_key_id = t.pepper_id), t.pepper_id || '.lost') END`,
  },
] as const;

/** Stores the peppers of this installation with a tenant that is exported, whose passwords are hashed with them. */
export async function keepPeppers(tx: Tx, secrets: SecretBox): Promise<void> {
  await forgetOwnKeys(tx);
  for (const { id: ownKeyId, key } of pepperKeys(secrets)) {
    const id = movedId(ownKeyId, key);
    const keySealed = secrets.seal(key.toString('base64'), contextOf(tx.context.tenantId, id));
    await upsertMovedPepper(tx, { id, ownKeyId, keySealed });
  }
}

/** Finds the pepper of a password that was hashed in another installation. */
export const movedPeppers =
  (secrets: Pick<SecretBox, 'open'>) =>
  async (tx: Tx, id: string | null): Promise<Pepper | undefined> => {
    if (!id?.includes('.')) return undefined;
    const row = await findMovedPepper(tx, id);
    if (!row) return undefined;
    const key = secrets.open(row.keySealed, contextOf(tx.context.tenantId, id));
    return pepperOf(id, Buffer.from(key, 'base64'));
  };

/** See {@link movedPeppers}. */
export type FindMovedPepper = ReturnType<typeof movedPeppers>;
