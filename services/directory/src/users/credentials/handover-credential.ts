import type { CredentialInput, ImportedPasswordHashInput } from '@platform/contracts';
import type { Jobs } from '@platform/kit/jobs';
import type { SecretBox } from '@platform/kit/secrets';

/** A credential on its way: of an import also one with a hash that only imports bring along. */
export type HandoverCredential =
  CredentialInput | { passwordHash: ImportedPasswordHashInput; mustChange: boolean };

/** A credential with the user it belongs to. */
export interface UserCredential {
  userId: string;
  credential: HandoverCredential;
}

/** A credential that waits, and since when (RFC 3339, to the microsecond): of two credentials of a user the later one counts. */
export interface WaitingCredential extends UserCredential {
  asOf: string;
}

/** The dependencies of handing credentials over. */
export interface HandoverOptions {
  secrets: SecretBox;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** A credential as the identity service imports it. The key names the credential, so that a repeated call is applied once. */
export const handoverItem = ({ userId, credential, asOf }: WaitingCredential) => ({
  userId,
  key: `handover/${userId}/${asOf}`,
  asOf,
  mustChange: credential.mustChange,
  ...('password' in credential
    ? { kind: 'password', value: credential.password }
    : { kind: 'password_hash', value: JSON.stringify(credential.passwordHash) }),
});
