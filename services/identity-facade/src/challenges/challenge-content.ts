import type { SealContext, SecretBox } from '@platform/kit/secrets';

/** What answers a challenge; sealed where it is stored. */
export interface ChallengeContent {
  /** Six digits, or the token of a link. */
  code?: string;
  /** Where the code was sent. */
  email?: string;
  /** Base32 secret of an authenticator app that is being enrolled. */
  totpSecret?: string;
  /** Recovery codes that are being enrolled. */
  recoveryCodes?: string[];
  webauthn?: { challenge: string; rpId: string; origin: string };
}

/** Challenges live for a day at most, so the column is not resealed. */
const contextOf = (tenantId: string, id: string): SealContext => ({
  tenantId,
  field: `challenges/${id}/content`,
});

/** Seals and opens contents of challenges. */
export const challengeSeals = (secrets: Pick<SecretBox, 'seal' | 'open'>) => ({
  seal: (tenantId: string, id: string, content: ChallengeContent): string =>
    secrets.seal(JSON.stringify(content), contextOf(tenantId, id)),
  open: (tenantId: string, id: string, sealed: string): ChallengeContent =>
    JSON.parse(secrets.open(sealed, contextOf(tenantId, id))) as ChallengeContent,
});

/** See {@link challengeSeals}. */
export type ChallengeSeals = ReturnType<typeof challengeSeals>;
