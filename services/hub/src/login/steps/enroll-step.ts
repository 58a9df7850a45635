import type { LoginMethod } from '@platform/contracts';
import type { LoginProgress } from '../flow/login-progress.ts';
import {
  beginLoginChallenge,
  evidenceOf,
  isSpent,
  rejection,
  verifyChallenge,
} from '../methods/challenges.ts';
import { setPassword } from '../methods/new-password.ts';
import { methodsShown } from '../methods/offered-methods.ts';
import { parsePasskeyResponse } from '../methods/passkey-response.ts';
import { typedDigits, typedRecoveryCode } from '../methods/typed-code.ts';
import { stepFailure, carriedOver, visitOf } from './login-step.ts';
import type { Login, LoginStep, StepContext, StepResult } from './login-step.ts';

const freshProgress = (login: Login): LoginProgress => ({
  ...carriedOver(login.progress),
  at: visitOf(login.state),
});

/** Starts the enrollment of a method. A password needs no challenge. */
async function begin(
  { login, siblings }: Omit<StepContext, 'form'>,
  method: LoginMethod,
): Promise<StepResult> {
  const progress = { ...freshProgress(login), method };
  if (method === 'password') return { progress };
  const challenge = await beginLoginChallenge(siblings, login, { method, purpose: 'enroll' });
  return { progress: { ...progress, challenge } };
}

/** Restarts the enrollment after the challenge of the page has been spent. */
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
  if (method !== 'totp' && method !== 'recovery_code') return parsePasskeyResponse(form);
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
  return { progress: { ...freshProgress(login), recoveryCodes, heldAnswer: answer } };
}

/** Discards the recovery codes once the person confirms that they are saved. */
async function saved({ login }: StepContext): Promise<StepResult> {
  const { heldAnswer } = login.progress;
  return { progress: freshProgress(login), answer: heldAnswer };
}

const skip = async ({ login, ask }: StepContext): Promise<StepResult> => ({
  progress: login.progress,
  answer: ask.outcomes.includes('skipped') ? { outcome: 'skipped' } : undefined,
});

export const enrollStep: LoginStep = {
  async arrive(context) {
    const [only, ...others] = methodsShown(context.login);
    return only && others.length === 0
      ? begin(context, only)
      : { progress: freshProgress(context.login) };
  },
  actions: { method: choose, confirm, saved, skip },
};
