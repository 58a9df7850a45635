import type { CredentialInput } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { invalid } from '@platform/kit/problem';
import type { SealedColumn } from '@platform/kit/resealing';
import { jobKind } from '@platform/kit/jobs';
import type { Jobs } from '@platform/kit/jobs';
import type { SecretBox } from '@platform/kit/secrets';
import { z } from 'zod';
import { passwordHashFault } from './password-hash.ts';
import { insertCredentialHandover } from './user-store.ts';

const contextOf = (tenantId: string, userId: string) => ({
  tenantId,
  field: `credential_handover/${userId}`,
});

/** Where the credentials are sealed. */
export const sealedCredentials: SealedColumn = {
  table: 'credential_handover',
  column: 'sealed',
  key: ['user_id'],
  contextOf,
};

/** Opens what {@link handOverCredential} sealed. */
export const openHandover = (
  secrets: Pick<SecretBox, 'open'>,
  { tenantId, userId, sealed }: { tenantId: string; userId: string; sealed: string },
): CredentialInput =>
  JSON.parse(secrets.open(sealed, contextOf(tenantId, userId))) as CredentialInput;

/** One credential on its way to the identity service: tried for days, because without it the person cannot sign in. */
export const handoverKind = jobKind({
  name: 'credential_handover',
  payload: z.object({ userId: z.string() }),
  perTenant: 2,
  maxAttempts: 1_000,
});

/** What {@link handOverCredential} needs. */
export interface HandoverOptions {
  secrets: SecretBox;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** Keeps the credential of a new user, sealed, until the identity service takes it over; its policy judges a password. */
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
