import { problem } from '@platform/kit/problem';
import { InvalidAnswerError } from '@platform/login-flow';
import type { Browser } from './browser/browser.ts';
import { rememberLoginDevice } from './browser/device-memory.ts';
import type { RememberedDevice } from './browser/device-memory.ts';
import { followChanges, applyForm } from './flow/login-moves.ts';
import { beginLogin } from './flow/login-start.ts';
import { findStoredLogin, forgetLogin, restoreLogin, saveLogin } from './flow/login-storage.ts';
import { experienceFor, loginContext } from './login-context.ts';
import type { LoginContext, LoginsOptions } from './login-context.ts';
import { linkPending } from './person/identity-link.ts';
import { personRefusal } from './person/person-refusal.ts';
import { keepDecision, takeDecision } from './requests/consent-decision.ts';
import type { LoginRequest } from './requests/login-requests.ts';
import type { Form, Login } from './steps/login-step.ts';
import { legalTextOf } from './steps/terms-step.ts';
import type { LegalText } from './steps/terms-step.ts';

interface Opening {
  /** The login is opened for a page, which may use the person that the preceding form looked up. */
  isPage?: boolean;
}

async function openLogin(
  context: LoginContext,
  request: LoginRequest,
  browser: Browser,
  opening: Opening = {},
): Promise<Login> {
  const row = await findStoredLogin(context, request);
  if (!row) {
    const login = await beginLogin(context, request, browser);
    return (await saveLogin(context, login))
      ? { ...login, version: 1 }
      : openLogin(context, request, browser, opening);
  }
  if (row.expiresAt.getTime() <= context.now()) throw problem('not_found');
  const experience = await experienceFor(context, request, browser, row.flowVersion);
  const isEnded = row.activationSequence < experience.minimumActivationSequence;
  // The version of the flow no longer exists, or the activation of a later one ends logins in progress.
  if (isEnded || experience.version !== row.flowVersion) {
    await forgetLogin(context, request);
    return openLogin(context, request, browser, opening);
  }
  const known = opening.isPage ? context.personMemory.take(request, row.version) : undefined;
  const login = await restoreLogin(context, { request, browser, known }, row, experience);
  const changed = await followChanges(context, login);
  if (!changed) return login;
  return (await saveLogin(context, changed))
    ? { ...changed, events: undefined, version: login.version + 1 }
    : openLogin(context, request, browser, opening);
}

/** Restarts a login for another person, with the same version of the flow. */
async function restartLogin(context: LoginContext, login: Login): Promise<Login> {
  const { request, browser, startedAt, experience } = login;
  const beginning = { forAnother: true, flowVersion: experience.version };
  return { ...(await beginLogin(context, request, browser, beginning)), startedAt };
}

/** Applies a form to a login. Undefined if the step does not accept it. */
async function afterForm(
  context: LoginContext,
  login: Login,
  form: Form,
): Promise<Login | undefined> {
  const isRefused = login.state.status === 'completed' && personRefusal(login) !== undefined;
  if (form['action'] === 'restart' && (login.ask || isRefused)) return restartLogin(context, login);
  if (!login.ask) return undefined;
  return applyForm(context, login, form).catch((error: unknown) => {
    // The prompt has changed since the page was shown and no longer accepts this answer.
    if (error instanceof InvalidAnswerError) return undefined;
    throw error;
  });
}

async function submitForm(
  context: LoginContext,
  login: Login,
  form: Form,
): Promise<Login | undefined> {
  const { version } = login;
  if (Number(form['version']) !== version) return undefined;
  const moved = await afterForm(context, login, form);
  const isSaved = moved && (await saveLogin(context, { ...moved, version }));
  if (!isSaved) return undefined;
  const saved = { ...moved, version: version + 1 };
  context.personMemory.keep(saved);
  return saved;
}

/** Opens logins, applies the forms of their pages, and ends them. */
export function logins(options: LoginsOptions) {
  const context = loginContext(options);
  return {
    /** Opens a login, and begins it if it is new. @throws `not_found` once it has expired */
    open: (request: LoginRequest, browser: Browser, opening?: Opening): Promise<Login> =>
      openLogin(context, request, browser, opening),

    /** Applies a form and returns the login. Undefined if the form is not from the current page. */
    submit: (login: Login, form: Form): Promise<Login | undefined> =>
      submitForm(context, login, form),

    /** Gets the text of a document that the page asks about. Undefined for any other document. */
    legalText: (login: Login, id: string): Promise<LegalText | undefined> =>
      legalTextOf(context.siblings, login, id),

    /** Links the pending identity of a completed login, if there is one. */
    conclude: (login: Login): Promise<void> => linkPending(login, context.siblings),

    /** Remembers the browser for the user who has signed in. */
    rememberDevice: (login: Login): Promise<RememberedDevice> =>
      rememberLoginDevice(context.siblings, login),

    forget: (request: LoginRequest) => forgetLogin(context, request),

    /** Stores the person's decision about the application's access; null denies it. */
    decide: (request: LoginRequest, granted: string[] | null): Promise<void> =>
      keepDecision(context, request, granted),

    /** Returns the stored decision and deletes it. Undefined if there is none. */
    decision: (request: LoginRequest): Promise<string[] | null | undefined> =>
      takeDecision(context, request),
  };
}

export type Logins = ReturnType<typeof logins>;
