import type { LoginMethod } from '@platform/contracts';
import {
  beginLoginChallenge,
  evidenceOf,
  isSpent,
  rejection,
  verifyChallenge,
} from '../methods/challenges.ts';
import { parsedResponse } from '../methods/passkey-response.ts';
import type { LoginProgress } from '../flow/login-progress.ts';
import { stepFailure, lasting, visitOf } from './login-step.ts';
import type { Login, LoginStep, StepContext, StepResult } from './login-step.ts';
import { methodsShown } from '../methods/offered-methods.ts';
import { setPassword } from '../methods/new-password.ts';
import { typedDigits, typedRecoveryCode } from '../methods/typed-code.ts';

const fresh = (login: Login): LoginProgress => ({
  ...lasting(login.progress),
  at: visitOf(login.state),
});

/** Begins to set a method up. A password needs nothing from anyone before it is typed. */
async function begin(
  { login, siblings }: Omit<StepContext, 'form'>,
  method: LoginMethod,
): Promise<StepResult> {
  const progress = { ...fresh(login), method };
  if (method === 'password') return { progress };
  const challenge = await beginLoginChallenge(siblings, login, { method, purpose: 'enroll' });
  return { progress: { ...progress, challenge } };
}

/** What was shown can no longer be confirmed: something new is. */
async function beginAgain(context: StepContext, method: LoginMethod): Promise<StepResult> {
  const { progress } = await begin(context, method);
  return { progress: { ...progress, failure: { key: 'error.page_expired' } } };
}

async function choose(context: StepContext): Promise<StepResult> {
  const method = methodsShown(context.login).find((one) => one === context.form['method']);
  return method ? begin(context, method) : { progress: context.login.progress };
}

async function confirmPassword(context: StepContext): Promise<StepResult> {
  const { progress } = context.login;
  const reason = await setPassword(context, progress.userId ?? '');
  if (reason) return stepFailure(context, reason.key, { field: 'new-password', ...reason });
  return { progress, answer: { outcome: 'success', method: 'password' } };
}

const responseOf = (method: LoginMethod, form: StepContext['form']): object | undefined => {
  const typed = form['code'] ?? '';
  if (method !== 'totp' && method !== 'recovery_code') return parsedResponse(form);
  const code = method === 'totp' ? typedDigits(typed) : typedRecoveryCode(typed);
  return code === '' ? undefined : { code };
};

async function confirm(context: StepContext): Promise<StepResult> {
  const { login, form, siblings } = context;
  const { method, challenge } = login.progress;
  if (method === 'password') return confirmPassword(context);
  if (!method || !challenge) return { progress: login.progress };
  const response = responseOf(method, form);
  if (!response) return stepFailure(context, 'error.required', { field: 'code' });
  const verdict = await verifyChallenge(siblings, login, {
    method,
    challengeId: challenge.id,
    response,
  });
  if (isSpent(verdict)) return beginAgain(context, method);
  if (verdict.outcome !== 'SUCCESS')
    return { ...rejection(context, method, verdict), answer: undefined };
  const answer = { outcome: 'success', method, evidence: evidenceOf(verdict) };
  const { recoveryCodes } = verdict;
  if (recoveryCodes.length === 0) return { progress: login.progress, answer };
  return { progress: { ...fresh(login), recoveryCodes, heldAnswer: answer } };
}

/** The person has seen the recovery codes: they are not shown again. */
async function saved({ login }: StepContext): Promise<StepResult> {
  const { heldAnswer } = login.progress;
  return { progress: fresh(login), answer: heldAnswer };
}

const skip = async ({ login, ask }: StepContext): Promise<StepResult> => ({
  progress: login.progress,
  answer: ask.outcomes.includes('skipped') ? { outcome: 'skipped' } : undefined,
});

/** Sets a method up. */
export const enrollStep: LoginStep = {
  async arrive(context) {
    const [only, ...others] = methodsShown(context.login);
    return only && others.length === 0 ? begin(context, only) : { progress: fresh(context.login) };
  },
  actions: { method: choose, confirm, saved, skip },
};
