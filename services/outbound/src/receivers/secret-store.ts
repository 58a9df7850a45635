import { any, sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { outbound } from '../generated/tables.ts';

// The column's name is from when only endpoints had secrets; hooks have them too.
const secrets = outbound
  .table('webhookSecrets')
  .compute((of) => ({ ownerId: of.ref('endpointId') }))
  .omit('endpointId');

/** A secret of an endpoint or a hook. `expiresAt` is null on the current one. */
export type SecretRecord = RowOf<typeof secrets>;

/** Newest first. */
export const selectLiveSecrets = (
  tx: Tx,
  ownerIds: readonly string[],
  now: Date,
): Promise<SecretRecord[]> =>
  tx.rows(
    secrets
      .select(tx)
      .where('endpointId', '=', any(ownerIds))
      .where((of) => of.or([of('expiresAt', 'is', null), of('expiresAt', '>', now)]))
      .orderBy('id', 'desc'),
  );

export const insertSigningSecret = (
  tx: Tx,
  { ownerId, ...secret }: SecretRecord,
): Promise<number> => secrets.insert(tx, { ...secret, endpointId: ownerId });

export const setSecretExpiry = (tx: Tx, id: string, expiresAt: Date | null): Promise<number> =>
  secrets.update(tx, { id }, { expiresAt });

/** Removes all secrets of an owner except these. */
export const deleteSecretsExcept = (
  tx: Tx,
  ownerId: string,
  keptIds: readonly string[],
): Promise<number> =>
  secrets.only(() => sql<boolean>`id <> all(${keptIds})`).delete(tx, { endpointId: ownerId });
