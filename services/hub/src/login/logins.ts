import { problem } from '@platform/kit/problem';
import { keepDecision, takeDecision } from './consent-decision.ts';
import { rememberLoginDevice } from './device-memory.ts';
import type { RememberedDevice } from './device-memory.ts';
import { linkPending } from './identity-link.ts';
import { experienceFor, loginContext } from './login-context.ts';
import type { LoginContext, LoginsOptions } from './login-context.ts';
import type { Browser } from './login-facts.ts';
import { moveByForm } from './login-moves.ts';
import type { LoginRequest } from './login-requests.ts';
import { beginLogin } from './login-start.ts';
import type { Form, Login } from './login-step.ts';
import { findStoredLogin, forgetLogin, restoreLogin, saveLogin } from './login-storage.ts';

async function openLogin(
  context: LoginContext,
  request: LoginRequest,
  browser: Browser,
): Promise<Login> {
  const row = await findStoredLogin(context, request);
  if (!row) {
    const login = await beginLogin(context, request, browser);
    return (await saveLogin(context, login))
      ? { ...login, version: 1 }
      : openLogin(context, request, browser);
  }
  if (row.expiresAt.getTime() <= context.now()) throw problem('not_found');
  const experience = await experienceFor(context, request, browser, row.flowVersion);
  if (row.activationSequence < experience.minimumActivationSequence) {
    await forgetLogin(context, request);
    return openLogin(context, request, browser);
  }
  return restoreLogin(context, { request, browser }, row, experience);
}

/** Starts over, for another person. */
async function restartLogin(
  context: LoginContext,
  { request, browser, startedAt }: Login,
): Promise<Login> {
  return { ...(await beginLogin(context, request, browser, true)), startedAt };
}

async function submitForm(
  context: LoginContext,
  login: Login,
  form: Form,
): Promise<Login | undefined> {
  const { version } = login;
  if (Number(form['version']) !== version || !login.ask) return undefined;
  const isRestart = form['action'] === 'restart';
  const moved = await (isRestart ? restartLogin(context, login) : moveByForm(context, login, form));
  const isSaved = moved && (await saveLogin(context, { ...moved, version }));
  return isSaved ? { ...moved, version: version + 1 } : undefined;
}

/** Runs logins: begins them, shows where they stand, and takes the forms of their pages. */
export function logins(options: LoginsOptions) {
  const context = loginContext(options);
  return {
    /** Where a login stands; begins it when it is new. @throws `not_found` once it has expired */
    open: (request: LoginRequest, browser: Browser): Promise<Login> =>
      openLogin(context, request, browser),

    /** Takes a form, and returns where the login stands then; undefined for a form of a page that is not the current one. */
    submit: (login: Login, form: Form): Promise<Login | undefined> =>
      submitForm(context, login, form),

    /** What remains to be done once someone has signed in: an identity is linked to the account that they own. */
    concluded: (login: Login): Promise<void> => linkPending(login, context.siblings),

    /** Has the browser known from now on, to whoever signed in with it. */
    remembered: (login: Login): Promise<RememberedDevice> =>
      rememberLoginDevice(context.siblings, login),

    forget: (request: LoginRequest) => forgetLogin(context, request),

    /** Keeps what a person decided about an application's access. */
    decide: (request: LoginRequest, granted: string[] | null): Promise<void> =>
      keepDecision(context, request, granted),

    /** What was decided, once: undefined where nothing is. */
    decision: (request: LoginRequest): Promise<string[] | null | undefined> =>
      takeDecision(context, request),
  };
}

/** See {@link logins}. */
export type Logins = ReturnType<typeof logins>;
