import type { SignInAttempt } from '@platform/relying-party';
import type { SealContext, SecretBox } from '@platform/kit/secrets';
import type { SocialIdentity } from './social-identity.ts';

/** Attempts live for an hour at most, so the columns are not resealed. */
const contextOf = (tenantId: string, field: 'content' | 'identity'): SealContext => ({
  tenantId,
  field: `social_attempts/${field}`,
});

/** Seals and opens the state of a sign-in between its two halves. */
export const attemptSeals = (secrets: Pick<SecretBox, 'seal' | 'open'>) => ({
  sealAttempt: (tenantId: string, attempt: SignInAttempt): string =>
    secrets.seal(JSON.stringify(attempt), contextOf(tenantId, 'content')),
  openAttempt: (tenantId: string, sealed: string): SignInAttempt =>
    JSON.parse(secrets.open(sealed, contextOf(tenantId, 'content'))) as SignInAttempt,
  sealIdentity: (tenantId: string, identity: SocialIdentity): string =>
    secrets.seal(JSON.stringify(identity), contextOf(tenantId, 'identity')),
  openIdentity: (tenantId: string, sealed: string): SocialIdentity =>
    JSON.parse(secrets.open(sealed, contextOf(tenantId, 'identity'))) as SocialIdentity,
});

/** See {@link attemptSeals}. */
export type AttemptSeals = ReturnType<typeof attemptSeals>;
