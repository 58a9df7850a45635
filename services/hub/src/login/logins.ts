import { problem } from '@platform/kit/problem';
import { InvalidAnswerError } from '@platform/login-flow';
import { keepDecision, takeDecision } from './requests/consent-decision.ts';
import { rememberLoginDevice } from './browser/device-memory.ts';
import type { RememberedDevice } from './browser/device-memory.ts';
import { linkPending } from './person/identity-link.ts';
import { experienceFor, loginContext } from './login-context.ts';
import type { LoginContext, LoginsOptions } from './login-context.ts';
import type { Browser } from './browser/browser.ts';
import { followChanges, moveByForm } from './flow/login-moves.ts';
import type { LoginRequest } from './requests/login-requests.ts';
import { beginLogin } from './flow/login-start.ts';
import type { Form, Login } from './steps/login-step.ts';
import { personRefusal } from './person/person-refusal.ts';
import { legalTextOf } from './steps/terms-step.ts';
import type { LegalText } from './steps/terms-step.ts';
import { findStoredLogin, forgetLogin, restoreLogin, saveLogin } from './flow/login-storage.ts';

/** How a login is opened. */
interface Opening {
  /** For a page, which may show the person as the form that led to it has found them. */
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
  // A version that is kept no longer, or a flow that was activated without regard to logins in progress.
  if (isEnded || experience.version !== row.flowVersion) {
    await forgetLogin(context, request);
    return openLogin(context, request, browser, opening);
  }
  const known = opening.isPage ? context.seen.take(request, row.version) : undefined;
  const login = await restoreLogin(context, { request, browser, known }, row, experience);
  const changed = await followChanges(context, login);
  if (!changed) return login;
  return (await saveLogin(context, changed))
    ? { ...changed, events: undefined, version: login.version + 1 }
    : openLogin(context, request, browser, opening);
}

/** Starts over, for another person. */
async function restartLogin(context: LoginContext, login: Login): Promise<Login> {
  const { request, browser, startedAt, experience } = login;
  const beginning = { forAnother: true, flowVersion: experience.version };
  return { ...(await beginLogin(context, request, browser, beginning)), startedAt };
}

/** Where a form leads; undefined for one that the step does not take. */
async function afterForm(
  context: LoginContext,
  login: Login,
  form: Form,
): Promise<Login | undefined> {
  const isRefused = login.state.status === 'completed' && personRefusal(login) !== undefined;
  if (form['action'] === 'restart' && (login.ask || isRefused)) return restartLogin(context, login);
  if (!login.ask) return undefined;
  return moveByForm(context, login, form).catch((error: unknown) => {
    // The step takes no such answer any more: what it asks for has changed since the page was shown.
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
  context.seen.keep(saved);
  return saved;
}

/** Runs logins: begins them, shows where they stand, and takes the forms of their pages. */
export function logins(options: LoginsOptions) {
  const context = loginContext(options);
  return {
    /** Where a login stands; begins it when it is new. @throws `not_found` once it has expired */
    open: (request: LoginRequest, browser: Browser, opening?: Opening): Promise<Login> =>
      openLogin(context, request, browser, opening),

    /** Takes a form, and returns where the login stands then; undefined for a form of a page that is not the current one. */
    submit: (login: Login, form: Form): Promise<Login | undefined> =>
      submitForm(context, login, form),

    /** The text of a document that the person is asked to agree to; undefined where the page asks about no such document. */
    legalText: (login: Login, id: string): Promise<LegalText | undefined> =>
      legalTextOf(context.siblings, login, id),

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
