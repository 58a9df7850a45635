import type { LoginMethod } from '@platform/contracts';
import { beginLoginChallenge, evidenceOf, rejection, verifyChallenge } from './challenges.ts';
import type { ChallengeVerdict } from './challenges.ts';
import { offeredTrustSeconds } from './device-memory.ts';
import { brokeredSignIn } from './brokered-step.ts';
import { parsedResponse } from './identify-step.ts';
import type { LoginProgress } from './login-progress.ts';
import { stepFailure, lasting, stepAt, visitOf } from './login-step.ts';
import type { Login, LoginStep, StepContext, StepResult } from './login-step.ts';
import { methodsShown } from './offered-methods.ts';
import { changePassword, passwordReset } from './password-reset.ts';
import { findPerson, personKey } from './person.ts';

/** A password is verified by itself; everything else answers a challenge. */
const needsChallenge = (method: LoginMethod): boolean => method !== 'password';

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
  const challenge = await beginLoginChallenge(siblings, login, { method, purpose: 'authenticate' });
  return { ...progress, challenge };
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
      const typed = code.replace(/[\s-]/g, '');
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

async function prove(given: StepContext): Promise<StepResult> {
  const context = await withIdentifier(given);
  if ('progress' in context) return context;
  const { login, form, siblings } = context;
  const { method, challenge } = login.progress;
  if (!method) return stepFailure(context, 'error.page_expired');
  const response = responseOf(method, form);
  const field = method === 'password' ? 'password' : 'code';
  if (!response) return stepFailure(context, 'error.required', { field });
  const verdict = await verifyChallenge(siblings, login, {
    method,
    challengeId: challenge?.id,
    response,
  });
  const isRight = verdict.outcome === 'SUCCESS' || verdict.outcome === 'MUST_CHANGE';
  const userId = isRight ? provenUser(login, verdict, method) : undefined;
  if (userId === undefined)
    return rejection(context, method, isRight ? { ...verdict, outcome: 'FAILURE' } : verdict);
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
  return {
    progress,
    answer: { outcome: 'success', method, evidence, namesPerson: isMigrated },
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
  const key = method === 'magic_link' ? 'login.notice.link_sent' : 'login.notice.code_sent';
  return { progress: { ...progress, notice: { key } } };
}

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
    return { progress: await turnTo(context, firstMethod(context.login)), person: login.person };
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
