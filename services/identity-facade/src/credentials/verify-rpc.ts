import type { LoginMethod } from '@platform/contracts';
import { rpcContext } from '@platform/kit/grpc';
import type { RpcHandlers } from '@platform/kit/grpc';
import { provenFactor } from '@platform/login-flow';
import type { AnswerChallenge } from '../challenges/answer-challenge.ts';
import type { Proof } from '../challenges/challenge-kind.ts';
import { subjectOf } from '../challenges/subject.ts';
import type { VerifyPassword } from '../passwords/password-verification.ts';
import { responseOf } from './caller-actor.ts';

type Verify = RpcHandlers<'platform.identity.v1.Credentials'>['VerifyChallenge'];

/** The properties of a factor for the evaluator of login flows. */
function factorFields(method: LoginMethod, now: number, evidence: Proof['evidence'] = {}) {
  const factor = provenFactor(method, now, evidence);
  return {
    method,
    amr: factor.amr,
    factorKinds: factor.kinds,
    phishingResistant: factor.phishingResistant,
    hardwareProtected: factor.hardwareProtected,
    userVerified: method === 'passkey' && evidence.userVerified !== false,
  };
}

/** Verifies answers: passwords, which need no challenge, and challenges. */
export function verifyRpc({
  verifyPassword,
  answerChallenge,
  clock,
}: {
  verifyPassword: VerifyPassword;
  answerChallenge: AnswerChallenge;
  clock: () => number;
}): Verify {
  const password: Verify = async (request, call) => {
    const { tenantId, userId, identifier, responseJson } = request;
    const given = responseOf(responseJson).password;
    const verdict = await verifyPassword(rpcContext(call, tenantId), {
      userId,
      subject: subjectOf(request),
      identifier,
      password: typeof given === 'string' ? given : '',
    });
    if (verdict.outcome === 'LOCKED') return verdict;
    if (verdict.outcome === 'FAILURE') return verdict;
    return { ...verdict, ...factorFields('password', clock()) };
  };

  const challenge: Verify = async (request, call) => {
    const { tenantId, challengeId, method, loginId, responseJson, label } = request;
    const { ip, country, userAgent } = request;
    const verdict = await answerChallenge(rpcContext(call, tenantId), {
      challengeId,
      method,
      loginId,
      label,
      origin: { ip, country, userAgent },
      response: responseOf(responseJson),
    });
    if (verdict.outcome !== 'SUCCESS') return verdict;
    const { proof, purpose, outcome } = verdict;
    return {
      outcome,
      purpose,
      userId: proof.userId ?? '',
      authenticatorId: proof.authenticatorId ?? '',
      verifiedEmail: proof.verifiedEmail ?? '',
      recoveryCodes: proof.recoveryCodes ?? [],
      ...factorFields(method as LoginMethod, clock(), proof.evidence),
    };
  };

  return (request, call) =>
    request.method === 'password' ? password(request, call) : challenge(request, call);
}
