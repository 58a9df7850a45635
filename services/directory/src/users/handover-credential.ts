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

/** What handing credentials over needs. */
export interface HandoverOptions {
  secrets: SecretBox;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** A credential as the identity service imports it. The key is the user's, so that a repeated call is applied once. */
export const handoverItem = ({ userId, credential }: UserCredential) => ({
  userId,
  key: `handover/${userId}`,
  mustChange: credential.mustChange,
  ...('password' in credential
    ? { kind: 'password', value: credential.password }
    : { kind: 'password_hash', value: JSON.stringify(credential.passwordHash) }),
});
