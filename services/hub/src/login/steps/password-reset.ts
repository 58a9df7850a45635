import {
  mailLoginChallenge,
  rejection,
  tooManyMails,
  verifyChallenge,
} from '../methods/challenges.ts';
import { setPassword } from '../methods/new-password.ts';
import { typedDigits } from '../methods/typed-code.ts';
import { stepFailure } from './login-step.ts';
import type { Login, StepContext, StepResult } from './login-step.ts';

const field = { field: 'new-password' };

/** Replaces a correct password that has to be changed. */
export async function changePassword(context: StepContext): Promise<StepResult> {
  const { progress } = context.login;
  const { userId, mustChange } = progress;
  if (!mustChange || userId === undefined) return { progress };
  const reason = await setPassword(context, userId);
  if (reason) return stepFailure(context, reason.key, { ...field, ...reason });
  return {
    progress: { ...progress, mustChange: false, passwordChanged: true, failure: undefined },
    answer: { outcome: 'success', method: 'password' },
  };
}

const resetMethod = { method: 'email_code', purpose: 'reset_password' } as const;

/** Mails a code to the owner of the identifier. For an unknown one nothing is sent, but the page looks the same. */
async function forgot(context: StepContext): Promise<StepResult> {
  const { login, siblings } = context;
  if (login.progress.identifier === undefined) return { progress: login.progress };
  const challenge = await mailLoginChallenge(siblings, login, resetMethod);
  if (!challenge) return stepFailure(context, tooManyMails.key, tooManyMails);
  return { progress: { ...login.progress, reset: { challenge }, failure: undefined } };
}

async function resetCode(context: StepContext): Promise<StepResult> {
  const { login, form, siblings } = context;
  const { challenge } = login.progress.reset ?? {};
  const code = typedDigits(form['code'] ?? '');
  if (!challenge) return { progress: login.progress };
  if (code === '') return stepFailure(context, 'error.required', { field: 'code' });
  const verdict = await verifyChallenge(siblings, login, {
    method: 'email_code',
    challengeId: challenge.id,
    response: { code },
  });
  if (verdict.outcome !== 'SUCCESS' || !isOfPerson(login, verdict.userId))
    // The challenge counts the attempts at a reset code; they are not attempts of the step.
    return { ...rejection(context, 'email_code', verdict), answer: undefined };
  const reset = { userId: login.progress.userId };
  return { progress: { ...login.progress, reset, failure: undefined } };
}

const isOfPerson = ({ progress }: Login, userId: string): boolean =>
  progress.userId !== undefined && (userId === '' || userId === progress.userId);

async function newPassword(context: StepContext): Promise<StepResult> {
  const { progress } = context.login;
  const userId = progress.reset?.userId;
  if (userId === undefined) return { progress };
  const reason = await setPassword(context, userId, { isReset: true });
  if (reason) return stepFailure(context, reason.key, { ...field, ...reason });
  const notice = { key: 'login.notice.password_changed' };
  return {
    progress: { ...progress, reset: undefined, failure: undefined, passwordChanged: true, notice },
  };
}

const cancel = async ({ login }: StepContext): Promise<StepResult> => ({
  progress: { ...login.progress, reset: undefined, failure: undefined, notice: undefined },
});

/** Actions of an `authenticate` step for resetting the password. */
export const passwordReset = {
  forgot,
  'reset-code': resetCode,
  'new-password': newPassword,
  'cancel-reset': cancel,
};
