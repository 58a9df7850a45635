import type { CredentialInput, ImportedPasswordHashInput } from '@platform/contracts';
import type { Jobs } from '@platform/kit/jobs';
import type { SecretBox } from '@platform/kit/secrets';

/** A credential to hand over. From an import, it may be a hash that only imports accept. */
export type HandoverCredential =
  CredentialInput | { passwordHash: ImportedPasswordHashInput; mustChange: boolean };

export interface UserCredential {
  userId: string;
  credential: HandoverCredential;
}

/**
 * A waiting credential, and since when (RFC 3339, to the microsecond): the latest credential of a
 * user wins.
 */
export interface WaitingCredential extends UserCredential {
  asOf: string;
}

export interface HandoverOptions {
  secrets: SecretBox;
  jobs: Pick<Jobs, 'enqueue'>;
}

/**
 * A credential as the identity service imports it. The key identifies the credential, so that a
 * repeated call is applied once.
 */
export const handoverItem = ({ userId, credential, asOf }: WaitingCredential) => ({
  userId,
  key: `handover/${userId}/${asOf}`,
  asOf,
  mustChange: credential.mustChange,
  ...('password' in credential
    ? { kind: 'password', value: credential.password }
    : { kind: 'password_hash', value: JSON.stringify(credential.passwordHash) }),
});
