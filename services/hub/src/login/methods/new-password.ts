import { passwordBlockReasons } from '@platform/contracts';
import type { PasswordBlockReason } from '@platform/contracts';
import { asProblem } from '@platform/kit/problem';
import type { ProblemDetails } from '@platform/kit/problem';
import { attributeOf } from '../../user-attributes/user-attributes.ts';
import { browserFields } from '../browser/browser.ts';
import type { PageMessage } from '../flow/login-progress.ts';
import type { Login, StepContext } from '../steps/login-step.ts';

type NewPassword = Pick<StepContext, 'login' | 'form' | 'siblings'>;

const names = ['username', 'displayName', 'givenName', 'familyName', 'nickname'] as const;

/** Names and addresses of the person, which are not accepted as a password. */
const forbiddenFor = ({ progress, person }: Login): string[] =>
  [
    progress.identifier,
    person?.email,
    ...['email', ...names].map((name) => progress.signUp?.values[name]),
    ...names.map((name) => person && attributeOf(person.profile, name)),
  ].filter((one) => typeof one === 'string' && one !== '') as string[];

/** Sends a new password. Returns the reason if it is rejected. */
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

/** Sets a password. Returns the reason if it is rejected. */
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
        ...browserFields(browser),
      },
      { deadlineMs: siblings.deadlineMs },
    ),
  );
}

/** Checks a password before its user is created. Returns the reason if it would be rejected. */
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
