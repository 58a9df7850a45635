import type { SealContext, SecretBox } from '@platform/kit/secrets';

/** The expected answer of a challenge; sealed at rest. */
export interface ChallengeContent {
  /** Six digits, or the token of a link. */
  code?: string;
  /** The address that received the code. */
  email?: string;
  /** Base32 secret of the authenticator app to enroll. */
  totpSecret?: string;
  /** Recovery codes to enroll. */
  recoveryCodes?: string[];
  webauthn?: { challenge: string; rpId: string; origin: string };
}

/** Challenges live for a day at most, so the column is not resealed. */
const contextOf = (tenantId: string, id: string): SealContext => ({
  tenantId,
  field: `challenges/${id}/content`,
});

/** Seals and opens the content of challenges. */
export const challengeSeals = (secrets: Pick<SecretBox, 'seal' | 'open'>) => ({
  seal: (tenantId: string, id: string, content: ChallengeContent): string =>
    secrets.seal(JSON.stringify(content), contextOf(tenantId, id)),
  open: (tenantId: string, id: string, sealed: string): ChallengeContent =>
    JSON.parse(secrets.open(sealed, contextOf(tenantId, id))) as ChallengeContent,
});

/** See {@link challengeSeals}. */
export type ChallengeSeals = ReturnType<typeof challengeSeals>;
