import type { CredentialInput } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { invalid } from '@platform/kit/problem';
import type { SealedColumn } from '@platform/kit/resealing';
import type { SecretBox } from '@platform/kit/secrets';
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

/** Keeps the credential of a new person, sealed, until the identity service takes it over; its policy judges a password. */
export async function handOverCredential(
  tx: Tx,
  secrets: SecretBox,
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
}
