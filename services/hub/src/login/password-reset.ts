import { passwordBlockReasons } from '@platform/contracts';
import type { PasswordBlockReason } from '@platform/contracts';
import { asProblem } from '@platform/kit/problem';
import type { ProblemDetails } from '@platform/kit/problem';
import { attributeOf } from '../user-attributes/user-attributes.ts';
import { mailLoginChallenge, rejection, tooManyMails, verifyChallenge } from './challenges.ts';
import { originOf } from './login-facts.ts';
import type { PageMessage } from './login-progress.ts';
import { stepFailure } from './login-step.ts';
import type { Login, StepContext, StepResult } from './login-step.ts';
import { typedDigits } from './typed-code.ts';

type NewPassword = Pick<StepContext, 'login' | 'form' | 'siblings'>;

const names = ['username', 'displayName', 'givenName', 'familyName', 'nickname'] as const;

/** Names and addresses of the person, which a new password must not be. */
const forbiddenFor = ({ progress, person }: Login): string[] =>
  [
    progress.identifier,
    person?.email,
    ...['email', ...names].map((name) => progress.signUp?.values[name]),
    ...names.map((name) => person && attributeOf(person.profile, name)),
  ].filter((one) => typeof one === 'string' && one !== '') as string[];

/** Sends a new password. Returns why it is not accepted; undefined where it is. */
async function offerPassword(
  { login, form }: NewPassword,
  send: (password: string) => Promise<unknown>,
): Promise<PageMessage | undefined> {
  const password = form['new-password'] ?? '';
  if (password === '') return { key: 'error.required' };
  try {
    await send(password);
    return undefined;
  } catch (error) {
    const { status, details } = asProblem(error);
    if (status >= 500) throw error;
    const key = messageOf(details);
    return { key, values: { length: login.experience.passwordMinLength } };
  }
}

/** Why a password was not accepted; undefined once it is set. */
export function setPassword(
  context: NewPassword,
  userId: string,
  { isReset = false } = {},
): Promise<PageMessage | undefined> {
  const { login, siblings } = context;
  const { request, version, browser } = login;
  return offerPassword(context, (password) =>
    siblings.credentials().SetPassword(
      {
        tenantId: request.tenant.id,
        userId,
        password,
        actorJson: JSON.stringify({ type: 'user', id: userId }),
        idempotencyKey: `${request.uid}-${version}`,
        forbidden: forbiddenFor(login),
        clientId: request.client.id,
        isReset,
        ...originOf(browser),
      },
      { deadlineMs: siblings.deadlineMs },
    ),
  );
}

/** Why a password would not be accepted, before there is anyone to set it for. */
export function checkPassword(context: NewPassword): Promise<PageMessage | undefined> {
  const { login, siblings } = context;
  const { request } = login;
  return offerPassword(context, (password) =>
    siblings.credentials().CheckPassword(
      {
        tenantId: request.tenant.id,
        password,
        forbidden: forbiddenFor(login),
        clientId: request.client.id,
      },
      { deadlineMs: siblings.deadlineMs, repeatable: true },
    ),
  );
}

const messages: Readonly<Record<string, string>> = {
  password_too_short: 'login.error.password_short',
  password_too_long: 'login.error.password_long',
  password_blocked: 'login.error.password_common',
};
const blockMessages: Readonly<Record<PasswordBlockReason, string>> = {
  personal: 'login.error.password_personal',
  common: 'login.error.password_common',
  breached: 'login.error.password_breached',
  guessable: 'login.error.password_guessable',
};

function messageOf({ errors, members }: ProblemDetails): string {
  const reason = passwordBlockReasons.find((one) => one === members?.['reason']);
  if (reason) return blockMessages[reason];
  return messages[errors?.[0]?.code ?? ''] ?? 'login.error.password_refused';
}

const field = { field: 'new-password' };

/** Replaces a password that was right and has expired. */
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

/** Sends a code to whom the identifier belongs; to nobody, without saying so, where it belongs to nobody. */
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
    // The attempts of a reset are the challenge's own; those of the step are not spent.
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

/** The forms of a password reset. */
export const passwordReset = {
  forgot,
  'reset-code': resetCode,
  'new-password': newPassword,
  'cancel-reset': cancel,
};
