import { challengeMethods } from '@platform/contracts';
import type { LoginMethod } from '@platform/contracts';
import type { LoginAsk } from '@platform/login-flow';
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
import { offeredTrustSeconds } from '../browser/device-memory.ts';
import { brokeredSignIn } from './brokered-sign-in.ts';
import { parsedResponse } from '../methods/passkey-response.ts';
import type { LoginProgress } from '../flow/login-progress.ts';
import { stepFailure, lasting, stepAt, visitOf } from './login-step.ts';
import type { Login, LoginStep, StepContext, StepResult } from './login-step.ts';
import { methodsShown } from '../methods/offered-methods.ts';
import { changePassword, passwordReset } from './password-reset.ts';
import { findPerson, personKey } from '../person/person.ts';
import { typedDigits, typedRecoveryCode } from '../methods/typed-code.ts';

const needsChallenge = (method: LoginMethod): boolean =>
  (challengeMethods as readonly LoginMethod[]).includes(method);

/** Whether the page has to ask who it is together with the proof. */
export const collectsIdentifier = (login: Login): boolean => {
  const step = stepAt(login);
  const isAsked = step?.type === 'authenticate' && step.config.collectIdentifier;
  return isAsked && login.progress.identifier === undefined;
};

/** Providers have buttons of their own, beside the form of another method; alone they are the page. */
const firstMethod = (login: Login): LoginMethod | undefined => {
  const shown = methodsShown(login);
  return shown.find((method) => method !== 'social') ?? shown[0];
};

/** Turns to a method, with its challenge begun. */
async function turnTo(
  { login, siblings }: Omit<StepContext, 'form'>,
  method: LoginMethod | undefined,
): Promise<LoginProgress> {
  const progress = { ...lasting(login.progress), at: visitOf(login.state), method };
  if (!method || !needsChallenge(method) || collectsIdentifier(login)) return progress;
  const wanted = { method, purpose: 'authenticate' } as const;
  const challenge = await mailLoginChallenge(siblings, login, wanted);
  if (challenge) return { ...progress, challenge };
  // A code that was sent before is still good.
  const { challenge: former } = login.progress;
  const kept = former?.method === method ? former : undefined;
  return { ...progress, challenge: kept, failure: tooManyMails };
}

/** The response of a form, in the form that its method has; undefined where the field is empty. */
function responseOf(method: LoginMethod, form: StepContext['form']): object | undefined {
  const { password = '', code = '', token = '' } = form;
  switch (method) {
    case 'password':
      return password === '' ? undefined : { password };
    case 'magic_link':
      return token === '' ? undefined : { token };
    case 'passkey':
    case 'security_key':
      return parsedResponse(form);
    default: {
      const typed = method === 'recovery_code' ? typedRecoveryCode(code) : typedDigits(code);
      return typed === '' ? undefined : { code: typed };
    }
  }
}

/**
 * Who a verified response is of: the person that the login is about, or whom a passkey names. A password names somebody
 * unknown only where the person has just been migrated, on the word of the system that they come from.
 */
function provenUser(
  { progress, state }: Login,
  { userId }: ChallengeVerdict,
  method: LoginMethod,
): string | undefined {
  if (progress.userId !== undefined)
    return userId === '' || userId === progress.userId ? progress.userId : undefined;
  const mayBeAnyone = !state.concealed && progress.identifier === undefined;
  return mayBeAnyone || method === 'password' ? userId || undefined : undefined;
}

/** Takes the identifier that was sent together with a proof. */
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

/** A link of a mail proves what it was sent for, whichever method its login's page has turned to meanwhile. */
function linkIn({ login, form }: StepContext): NewProof | undefined {
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
  return linkIn(context) ?? (method && { method, challengeId: challenge?.id });
};

/** A code of an app or a list needs no challenge of its own: it is judged anew where the one of the page has run out. */
async function verified(
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

/** The page of a proof that was not accepted. A key signs one challenge, so it gets a new one where that has run out. */
async function notAccepted(
  context: StepContext,
  method: LoginMethod,
  verdict: ChallengeVerdict,
): Promise<StepResult> {
  const rejected = rejection(context, method, verdict);
  const isKey = method === 'passkey' || method === 'security_key';
  if (!isKey || !isSpent(verdict)) return rejected;
  const failure = { key: 'login.error.passkey_failed' };
  return { ...rejected, progress: { ...(await turnTo(context, method)), failure } };
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
  const verdict = await verified(context, proof, response);
  const isRight = verdict.outcome === 'SUCCESS' || verdict.outcome === 'MUST_CHANGE';
  const userId = isRight ? provenUser(login, verdict, method) : undefined;
  if (userId === undefined)
    return notAccepted(context, method, isRight ? { ...verdict, outcome: 'FAILURE' } : verdict);
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
    // A recovery code is used up by its proof; a password is not.
    person: method === 'password' ? login.person : undefined,
  };
}

async function choose(context: StepContext): Promise<StepResult> {
  const method = methodsShown(context.login).find((one) => one === context.form['method']);
  if (!method) return { progress: context.login.progress };
  return { progress: await turnTo(context, method) };
}

async function resend(context: StepContext): Promise<StepResult> {
  const { method } = context.login.progress;
  const progress = await turnTo(context, method);
  if (progress.failure) return { progress };
  const key = method === 'magic_link' ? 'login.notice.link_sent' : 'login.notice.code_sent';
  return { progress: { ...progress, notice: { key } } };
}

/** The outcome of a step that has nothing to ask for: every method of it was removed or turned off. */
const withoutMethod = ({ outcomes }: LoginAsk): string =>
  outcomes.includes('not_enrolled') ? 'not_enrolled' : 'failure';

/** Asks for a factor. */
export const authenticateStep: LoginStep = {
  async arrive({ login, ask, siblings }) {
    const proven = login.progress.provenPasskey;
    const isTaken = ask.offered.some(({ method, available }) => method === 'passkey' && available);
    if (proven && isTaken)
      return {
        progress: { ...lasting(login.progress), provenPasskey: undefined },
        answer: { outcome: 'success', method: 'passkey', evidence: proven },
        person: login.person,
      };
    const progress = { ...login.progress, provenPasskey: undefined };
    const context = { login: { ...login, progress }, ask, siblings };
    const first = firstMethod(context.login);
    if (first === undefined) return { progress, answer: { outcome: withoutMethod(ask) } };
    return { progress: await turnTo(context, first), person: login.person };
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
