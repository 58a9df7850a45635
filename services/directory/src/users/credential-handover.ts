import type { UserCreation } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { invalid } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import { insertCredentialHandover } from './user-store.ts';

const maxPasswordCharacters = 128;
const knownHash = /^(\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}|\$argon2(id|i|d)\$v=\d+\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+|\$(scrypt|pbkdf2-sha(1|256|512))\$[^\s]{16,900})$/;

/** Keeps the credential of a new person, sealed, until the identity service takes it over; its policy judges a password. */
export async function handOverCredential(tx: Tx, secrets: SecretBox, userId: string, credential: NonNullable<UserCreation['credential']>): Promise<void> {
  if ('password' in credential && [...credential.password].length > maxPasswordCharacters) {
    throw invalid('/credential/password', 'invalid_format', `must have 1 to ${maxPasswordCharacters} characters`);
  }
  if ('passwordHash' in credential && !knownHash.test(credential.passwordHash)) {
    throw invalid('/credential/passwordHash', 'invalid_format', 'is no hash of a known form (bcrypt, argon2, scrypt, pbkdf2 in PHC form)');
  }
  await insertCredentialHandover(tx, userId, secrets.seal(JSON.stringify(credential), { tenantId: tx.context.tenantId, field: `credential_handover/${userId}` }));
}
