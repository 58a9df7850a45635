import type { ChallengePurpose, RequestOrigin } from '@platform/contracts';
import type { Database, Tx, TxContext } from '@platform/kit/database';
import { attemptSucceeded, beginAttempt } from '../passwords/attempts.ts';
import type { ChallengeSeals } from './challenge-content.ts';
import { kindOf } from './challenge-kind.ts';
import type { ChallengeKinds, ChallengeResponse, Proof } from './challenge-kind.ts';
import { isExhausted, isSubjectDeactivated, redeemChallenge, takeTry } from './challenge-store.ts';
import type { ChallengeRow } from './challenge-store.ts';

/** The result of an answer. */
export type AnswerVerdict =
  | { outcome: 'SUCCESS'; proof: Proof; purpose: ChallengePurpose }
  | { outcome: 'FAILURE'; remaining: number }
  | { outcome: 'EXPIRED' }
  | { outcome: 'LOCKED'; retryAfterMs: number };

/** An answer forwarded by the hub. */
export interface GivenAnswer {
  challengeId: string;
  method: string;
  loginId: string;
  response: ChallengeResponse;
  label: string;
  origin: RequestOrigin;
}

export interface AnswerParts {
  kinds: ChallengeKinds;
  seals: ChallengeSeals;
  clock: () => number;
}

/** Short codes can be guessed, so their attempts count across challenges. */
const guessable: readonly string[] = ['totp', 'recovery_code', 'email_code'];

/**
 * Verifies answers in the caller's transaction, which has to commit whatever the verdict, since it counts the attempt. The first
 * statement takes an attempt and locks the challenge, so that each concurrent answer uses up an attempt and only one redeems.
 */
export function answerChallengeIn({ kinds, seals, clock }: AnswerParts) {
  async function check(tx: Tx, row: ChallengeRow, given: GivenAnswer): Promise<Proof | undefined> {
    if (row.userId !== null && (await isSubjectDeactivated(tx, row.userId))) return undefined;
    const content = seals.open(tx.context.tenantId, row.id, row.content);
    const { response, label, origin } = given;
    return kindOf(kinds, row.method)?.answer(tx, {
      challenge: row,
      content,
      response,
      label,
      origin,
      now: clock(),
    });
  }

  return async (tx: Tx, given: GivenAnswer): Promise<AnswerVerdict> => {
    const now = clock();
    const { challengeId: id, method, loginId } = given;
    const row = await takeTry(tx, { id, method, loginId, now: new Date(now) });
    if (!row)
      return (await isExhausted(tx, id))
        ? { outcome: 'LOCKED', retryAfterMs: 0 }
        : { outcome: 'EXPIRED' };
    const key = { subject: row.subject ?? '', method };
    const isCounted = guessable.includes(method) && key.subject !== '' && row.purpose !== 'enroll';
    const attempt = isCounted ? await beginAttempt(tx, key, { now }) : undefined;
    if (attempt?.isAllowed === false)
      return { outcome: 'LOCKED', retryAfterMs: attempt.retryAfterMs };
    const proof = await check(tx, row, given);
    if (!proof) return { outcome: 'FAILURE', remaining: row.triesLeft };
    if (!(await redeemChallenge(tx, id, new Date(now)))) return { outcome: 'EXPIRED' };
    if (isCounted) await attemptSucceeded(tx, key);
    return { outcome: 'SUCCESS', proof, purpose: row.purpose };
  };
}

/** See {@link answerChallengeIn}. */
export type AnswerChallengeIn = ReturnType<typeof answerChallengeIn>;

/** Verifies answers, each in a transaction of its own. */
export function answerChallenge({ db, ...parts }: AnswerParts & { db: Pick<Database, 'transact'> }) {
  const answerIn = answerChallengeIn(parts);
  return (context: TxContext, given: GivenAnswer): Promise<AnswerVerdict> =>
    db.transact(context, (tx) => answerIn(tx, given));
}

/** See {@link answerChallenge}. */
export type AnswerChallenge = ReturnType<typeof answerChallenge>;
