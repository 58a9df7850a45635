import { randomUUID } from 'node:crypto';
import type { Tx } from '@platform/kit/database';
import { jobKind } from '@platform/kit/jobs';
import type { SealedColumn } from '@platform/kit/upkeep';
import { SecretFault } from '@platform/kit/secrets';
import type { SecretBox } from '@platform/kit/secrets';
import { z } from 'zod';
import {
  deleteCredentialBatch,
  insertCredentialBatch,
  lockCredentialBatches,
  updateCredentialBatch,
} from './credential-batch-store.ts';
import type { CredentialBatchRow } from './credential-batch-store.ts';
import type { HandoverOptions, UserCredential } from './handover-credential.ts';

const contextOf = (tenantId: string, id: string) => ({
  tenantId,
  field: `credential_batch/${id}`,
});

/** The column with sealed batches, for resealing. */
export const sealedCredentialBatches: SealedColumn = {
  table: 'credential_batch',
  column: 'sealed',
  key: ['id'],
  contextOf,
  // A batch contains up to a thousand credentials.
  stepRows: 10,
};

/** A batch to hand over to the identity service, retried for days like single credentials. */
export const credentialBatchKind = jobKind({
  name: 'credential_batch',
  payload: z.object({ batchId: z.string() }),
  perTenant: 2,
  maxAttempts: 1_000,
});

const sealedBatch = (
  secrets: Pick<SecretBox, 'seal'>,
  tenantId: string,
  { id, credentials }: { id: string; credentials: readonly UserCredential[] },
): string => secrets.seal(JSON.stringify(credentials), contextOf(tenantId, id));

export const openCredentialBatch = (
  secrets: Pick<SecretBox, 'open'>,
  tenantId: string,
  { id, sealed }: Pick<CredentialBatchRow, 'id' | 'sealed'>,
): UserCredential[] =>
  JSON.parse(secrets.open(sealed, contextOf(tenantId, id))) as UserCredential[];

/**
 * Stores the credentials of users whom this transaction creates, until the identity service accepts
 * them. They have been validated, and are sealed together: sealing each of a thousand would cost as
 * much as all other work on them.
 */
export async function handOverBatch(
  tx: Tx,
  { secrets, jobs }: HandoverOptions,
  credentials: readonly UserCredential[],
): Promise<void> {
  if (credentials.length === 0) return;
  const id = randomUUID();
  await insertCredentialBatch(tx, {
    id,
    sealed: sealedBatch(secrets, tx.context.tenantId, { id, credentials }),
    users: credentials.map(({ userId }) => userId),
  });
  await jobs.enqueue(tx, credentialBatchKind, { batchId: id });
}

/**
 * The credentials of a batch; undefined if its key is gone, so that it cannot be handed over
 * either.
 */
function readable(...given: Parameters<typeof openCredentialBatch>): UserCredential[] | undefined {
  try {
    return openCredentialBatch(...given);
  } catch (error) {
    if (error instanceof SecretFault) return undefined;
    throw error;
  }
}

/**
 * Removes the credentials of users from waiting batches, because the users are deleted or get other
 * credentials.
 */
export async function withdrawCredentials(
  tx: Tx,
  secrets: Pick<SecretBox, 'seal' | 'open'>,
  userIds: readonly string[],
): Promise<void> {
  const { tenantId } = tx.context;
  const withdrawn = new Set(userIds);
  for (const batch of await lockCredentialBatches(tx, userIds)) {
    const { id } = batch;
    const before = readable(secrets, tenantId, batch);
    const credentials = before?.filter(({ userId }) => !withdrawn.has(userId));
    if (!credentials || credentials.length === before?.length) continue;
    if (credentials.length === 0) await deleteCredentialBatch(tx, id);
    else
      await updateCredentialBatch(tx, {
        id,
        sealed: sealedBatch(secrets, tenantId, { id, credentials }),
      });
  }
}
