import { challengeMethods } from '@platform/contracts';
import type { LoginMethod } from '@platform/contracts';
import type { LoginAsk } from '@platform/login-flow';
import { offeredTrustSeconds } from '../browser/device-memory.ts';
import type { LoginProgress } from '../flow/login-progress.ts';
import {
  beginLoginChallenge,
  evidenceOf,
  isSpent,
  mailLoginChallenge,
  rejection,
  tooManyMails,
  verifyChallenge,
} from '../methods/challenges.ts';
import type { ChallengeVerdict } from '../methods/challenges.ts';
import { methodsShown } from '../methods/offered-methods.ts';
import { parsePasskeyResponse } from '../methods/passkey-response.ts';
import { typedDigits, typedRecoveryCode } from '../methods/typed-code.ts';
import { findPerson, personKey } from '../person/person.ts';
import { brokeredSignIn } from './brokered-sign-in.ts';
import { stepFailure, carriedOver, stepAt, visitOf } from './login-step.ts';
import type { Login, LoginStep, StepContext, StepResult } from './login-step.ts';
import { changePassword, passwordReset } from './password-reset.ts';

const needsChallenge = (method: LoginMethod): boolean =>
  (challengeMethods as readonly LoginMethod[]).includes(method);

/** Whether the page asks for an identifier together with the first proof. */
export const collectsIdentifier = (login: Login): boolean => {
  const step = stepAt(login);
  const collects = step?.type === 'authenticate' && step.config.collectIdentifier;
  return collects && login.progress.identifier === undefined;
};

/** Social providers are buttons beside the form of another method, and are the page only if there is no other method. */
const firstMethod = (login: Login): LoginMethod | undefined => {
  const shown = methodsShown(login);
  return shown.find((method) => method !== 'social') ?? shown[0];
};

/** Switches to a method and begins its challenge. */
async function switchTo(
  { login, siblings }: Omit<StepContext, 'form'>,
  method: LoginMethod | undefined,
): Promise<LoginProgress> {
  const progress = { ...carriedOver(login.progress), at: visitOf(login.state), method };
  if (!method || !needsChallenge(method) || collectsIdentifier(login)) return progress;
  const wanted = { method, purpose: 'authenticate' } as const;
  const challenge = await mailLoginChallenge(siblings, login, wanted);
  if (challenge) return { ...progress, challenge };
  // A code that was sent earlier remains valid.
  const { challenge: previous } = login.progress;
  const kept = previous?.method === method ? previous : undefined;
  return { ...progress, challenge: kept, failure: tooManyMails };
}

/** Reads the response of a method from a form. Undefined if its field is empty. */
function responseOf(method: LoginMethod, form: StepContext['form']): object | undefined {
  const { password = '', code = '', token = '' } = form;
  switch (method) {
    case 'password':
      return password === '' ? undefined : { password };
    case 'magic_link':
      return token === '' ? undefined : { token };
    case 'passkey':
    case 'security_key':
      return parsePasskeyResponse(form);
    default: {
      const typed = method === 'recovery_code' ? typedRecoveryCode(code) : typedDigits(code);
      return typed === '' ? undefined : { code: typed };
    }
  }
}

/**
 * Returns the user that a verified response proves: the user of the login or, while no identifier is known, the one that the
 * response names. A password names a user only if the account has just been migrated from the system that verified it.
 */
function provenUser(
  { progress, state }: Login,
  { userId }: ChallengeVerdict,
  method: LoginMethod,
): string | undefined {
  if (progress.userId !== undefined)
    return userId === '' || userId === progress.userId ? progress.userId : undefined;
  const mayBeAnyUser = !state.concealed && progress.identifier === undefined;
  return mayBeAnyUser || method === 'password' ? userId || undefined : undefined;
}

/** Reads the identifier that was sent together with a proof. */
async function withIdentifier(context: StepContext): Promise<StepContext | StepResult> {
  const { login, form, siblings } = context;
  if (!collectsIdentifier(login)) return context;
  const typed = (form['identifier'] ?? '').trim();
  const key = typed === '' ? undefined : personKey(typed, ['email', 'username', 'phone']);
  if (!key) return stepFailure(context, 'login.error.identifier_form', { field: 'identifier' });
  const { request, browser } = login;
  const person = await findPerson(siblings, request.tenant.id, key, browser.deviceToken);
  const progress = { ...login.progress, identifier: typed, userId: person?.id };
  return { ...context, login: { ...login, progress, person } };
}

/** A magic link remains valid after the page has switched to another method. */
function linkProof({ login, form }: StepContext): NewProof | undefined {
  const isOffered = methodsShown(login).includes('magic_link');
  const { challenge: challengeId = '' } = form;
  return form['token'] && challengeId && isOffered
    ? { method: 'magic_link', challengeId }
    : undefined;
}

interface NewProof {
  method: LoginMethod;
  challengeId: string | undefined;
}

const proofOf = (context: StepContext): NewProof | undefined => {
  const { method, challenge } = context.login.progress;
  return linkProof(context) ?? (method && { method, challengeId: challenge?.id });
};

/** TOTP and recovery codes are not tied to a challenge. If the challenge of the page is spent, they are verified with a new one. */
async function verifyProof(
  { login, siblings }: StepContext,
  proof: NewProof,
  response: object,
): Promise<ChallengeVerdict> {
  const verdict = await verifyChallenge(siblings, login, { ...proof, response });
  const { method } = proof;
  if (!isSpent(verdict) || (method !== 'totp' && method !== 'recovery_code')) return verdict;
  const wanted = { method, purpose: 'authenticate' } as const;
  const { id: challengeId } = await beginLoginChallenge(siblings, login, wanted);
  return verifyChallenge(siblings, login, { method, challengeId, response });
}

/** Shows the page again after a failed proof. A key signs a specific challenge, so a spent challenge is replaced. */
async function rejectProof(
  context: StepContext,
  method: LoginMethod,
  verdict: ChallengeVerdict,
): Promise<StepResult> {
  const rejected = rejection(context, method, verdict);
  const isKey = method === 'passkey' || method === 'security_key';
  if (!isKey || !isSpent(verdict)) return rejected;
  const failure = { key: 'login.error.passkey_failed' };
  return { ...rejected, progress: { ...(await switchTo(context, method)), failure } };
}

async function prove(given: StepContext): Promise<StepResult> {
  const context = await withIdentifier(given);
  if ('progress' in context) return context;
  const { login, form } = context;
  const proof = proofOf(context);
  if (!proof) return stepFailure(context, 'error.page_expired');
  const { method } = proof;
  if (form['token'] && method !== 'magic_link')
    return stepFailure(context, 'login.error.link_invalid');
  const response = responseOf(method, form);
  const field = method === 'password' ? 'password' : 'code';
  if (!response) return stepFailure(context, 'error.required', { field });
  const verdict = await verifyProof(context, proof, response);
  const isCorrect = verdict.outcome === 'SUCCESS' || verdict.outcome === 'MUST_CHANGE';
  const userId = isCorrect ? provenUser(login, verdict, method) : undefined;
  if (userId === undefined)
    return rejectProof(context, method, isCorrect ? { ...verdict, outcome: 'FAILURE' } : verdict);
  const trustsDevice =
    login.progress.trustsDevice || (form['trust'] === 'on' && offeredTrustSeconds(login) > 0);
  const progress = {
    ...login.progress,
    userId,
    trustsDevice,
    failure: undefined,
    notice: undefined,
  };
  if (verdict.outcome === 'MUST_CHANGE') return { progress: { ...progress, mustChange: true } };
  const isMigrated = login.progress.userId === undefined && method === 'password';
  const evidence = evidenceOf(verdict);
  const answer = { outcome: 'success', method, evidence, isVerified: true };
  return {
    progress,
    answer: { ...answer, namesPerson: isMigrated },
    // A password proof changes nothing about the person. A recovery code is consumed, so the person is looked up again.
    person: method === 'password' ? login.person : undefined,
  };
}

async function choose(context: StepContext): Promise<StepResult> {
  const method = methodsShown(context.login).find((one) => one === context.form['method']);
  if (!method) return { progress: context.login.progress };
  return { progress: await switchTo(context, method) };
}

async function resend(context: StepContext): Promise<StepResult> {
  const { method } = context.login.progress;
  const progress = await switchTo(context, method);
  if (progress.failure) return { progress };
  const key = method === 'magic_link' ? 'login.notice.link_sent' : 'login.notice.code_sent';
  return { progress: { ...progress, notice: { key } } };
}

/** The outcome of a step whose methods have all been removed or disabled. */
const outcomeWithoutMethod = ({ outcomes }: LoginAsk): string =>
  outcomes.includes('not_enrolled') ? 'not_enrolled' : 'failure';

export const authenticateStep: LoginStep = {
  async arrive({ login, ask, siblings }) {
    const proven = login.progress.provenPasskey;
    const takesPasskey = ask.offered.some(
      ({ method, available }) => method === 'passkey' && available,
    );
    if (proven && takesPasskey)
      return {
        progress: { ...carriedOver(login.progress), provenPasskey: undefined },
        answer: { outcome: 'success', method: 'passkey', evidence: proven },
        person: login.person,
      };
    const progress = { ...login.progress, provenPasskey: undefined };
    const context = { login: { ...login, progress }, ask, siblings };
    const first = firstMethod(context.login);
    if (first === undefined) return { progress, answer: { outcome: outcomeWithoutMethod(ask) } };
    return { progress: await switchTo(context, first), person: login.person };
  },
  actions: {
    prove,
    method: choose,
    resend,
    'change-password': changePassword,
    ...passwordReset,
    ...brokeredSignIn,
  },
};
