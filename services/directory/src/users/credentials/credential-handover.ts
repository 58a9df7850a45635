import type { CredentialInput } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { invalid } from '@platform/kit/problem';
import type { SealedColumn } from '@platform/kit/upkeep';
import { jobKind } from '@platform/kit/jobs';
import type { SecretBox } from '@platform/kit/secrets';
import { z } from 'zod';
import { withdrawCredentials } from './credential-batch.ts';
import type { HandoverCredential, HandoverOptions, UserCredential } from './handover-credential.ts';
import { passwordHashFault } from './password-hash.ts';
import {
  insertCredentialHandover,
  upsertCredentialHandovers,
} from './credential-handover-store.ts';

const contextOf = (tenantId: string, userId: string) => ({
  tenantId,
  field: `credential_handover/${userId}`,
});

/** The column with sealed credentials, for resealing. */
export const sealedCredentials: SealedColumn = {
  table: 'credential_handover',
  column: 'sealed',
  key: ['user_id'],
  contextOf,
};

/** Opens a credential that {@link handOverCredential} sealed. */
export const openHandover = (
  secrets: Pick<SecretBox, 'open'>,
  { tenantId, userId, sealed }: { tenantId: string; userId: string; sealed: string },
): HandoverCredential =>
  JSON.parse(secrets.open(sealed, contextOf(tenantId, userId))) as HandoverCredential;

/**
 * A credential to hand over to the identity service: retried for days, because the person cannot
 * sign in without it.
 */
export const handoverKind = jobKind({
  name: 'credential_handover',
  payload: z.object({ userId: z.string() }),
  perTenant: 2,
  maxAttempts: 1_000,
});

/**
 * Credentials that an import brought for existing users. The payload lists the users, so that the
 * job searches for none.
 */
export const handoverBatchKind = jobKind({
  name: 'credential_handover_batch',
  payload: z.object({ userIds: z.array(z.string()) }),
  perTenant: 2,
  maxAttempts: 1_000,
});

/**
 * Stores the credential of a new user, sealed, until the identity service accepts it. The service's
 * policy validates a password.
 */
export async function handOverCredential(
  tx: Tx,
  { secrets, jobs }: HandoverOptions,
  userId: string,
  credential: CredentialInput,
): Promise<void> {
  const fault =
    'passwordHash' in credential ? passwordHashFault(credential.passwordHash) : undefined;
  if (fault) throw invalid('/credential/passwordHash/value', 'invalid_format', fault);
  await insertCredentialHandover(
    tx,
    userId,
    secrets.seal(JSON.stringify(credential), contextOf(tx.context.tenantId, userId)),
  );
  await jobs.enqueue(tx, handoverKind, { userId }, { subjectId: userId });
}

/**
 * Like {@link handOverCredential}, for existing users with validated credentials. A later one
 * replaces a waiting one.
 */
export async function handOverCredentials(
  tx: Tx,
  { secrets, jobs }: HandoverOptions,
  credentials: readonly UserCredential[],
): Promise<void> {
  if (credentials.length === 0) return;
  const { tenantId } = tx.context;
  const userIds = credentials.map(({ userId }) => userId);
  await withdrawCredentials(tx, secrets, userIds);
  await upsertCredentialHandovers(
    tx,
    credentials.map(({ userId, credential }) => ({
      userId,
      sealed: secrets.seal(JSON.stringify(credential), contextOf(tenantId, userId)),
    })),
  );
  await jobs.enqueue(tx, handoverBatchKind, { userIds });
}
