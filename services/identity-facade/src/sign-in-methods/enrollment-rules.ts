import type {
  EnrollmentCompletion,
  EnrollmentResource,
  OwnAuthenticatorType,
} from '@platform/contracts';
import { problemWithReason, invalid } from '@platform/kit/problem';
import type { BegunChallenge } from '../challenges/begin-challenge.ts';
import type { AnswerVerdict } from '../challenges/answer-challenge.ts';
import type { ChallengeResponse, Proof } from '../challenges/challenge-kind.ts';

/** Binds an enrollment to the account of a user; those of sign-ins have the id of the login. */
export const accountLoginId = (userId: string): string => `account ${userId}`;

interface ShownChallenge {
  secret?: string;
  uri?: string;
}

/** The challenge of an enrollment, as the page needs it. */
export function enrollment(
  type: OwnAuthenticatorType,
  { challengeId, publicJson, expiresAt }: BegunChallenge,
): EnrollmentResource {
  const shown = JSON.parse(publicJson) as ShownChallenge & Record<string, unknown>;
  const isApp = type === 'totp';
  return {
    id: challengeId,
    type,
    publicKey: isApp ? null : shown,
    secret: isApp ? (shown.secret ?? null) : null,
    uri: isApp ? (shown.uri ?? null) : null,
    expiresAt,
  };
}

/** The response to an enrollment's challenge. @throws 422 if the property of its type is missing */
export function enrollmentResponse(
  method: string,
  { code, credential }: EnrollmentCompletion,
): ChallengeResponse {
  if (method === 'totp') {
    if (code === undefined) throw invalid('/code', 'required', 'is required for this enrollment');
    return { code: code.replace(/\s/g, '') };
  }
  if (credential === undefined)
    throw invalid('/credential', 'required', 'is required for this enrollment');
  return credential;
}

/** Returns the proof of a correct response. @throws 409 with the reason */
export function requireProof(verdict: AnswerVerdict): Proof & { authenticatorId: string } {
  if (verdict.outcome === 'SUCCESS') {
    const { authenticatorId } = verdict.proof;
    if (authenticatorId === undefined) throw new Error('an enrollment made no authenticator');
    return { ...verdict.proof, authenticatorId };
  }
  if (verdict.outcome === 'FAILURE')
    throw problemWithReason('invalid_state', {
      code: 'code_wrong',
      detail: `The response is not correct; ${verdict.remaining} attempts are left`,
    });
  throw problemWithReason('invalid_state', {
    code: 'enrollment_expired',
    detail: 'The enrollment has expired or has no attempts left. Start it again.',
  });
}
