import type { LoginFlowStepType } from '@platform/contracts';
import type { Database, Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import { askOf, begin, effectiveFlow, next } from '@platform/login-flow';
import type { LoginState } from '@platform/login-flow';
import { publishSessionEvent } from '../sessions/session-events.ts';
import { authenticateStep } from './authenticate-step.ts';
import { rememberLoginDevice } from './device-memory.ts';
import type { RememberedDevice } from './device-memory.ts';
import { blocksLogins } from './failed-sign-ins.ts';
import { enrollStep } from './enroll-step.ts';
import { linkPending } from './identity-link.ts';
import type { LoginRequest } from './login-requests.ts';
import { hookStep } from './hook-step.ts';
import type { InvitationNotice } from './invitation-notice.ts';
import { otherAccount } from './invitation-prompt.ts';
import { identifyStep } from './identify-step.ts';
import type { ExperienceOf, LoginExperience } from './login-experience.ts';
import { collectLoginFacts } from './login-facts.ts';
import type { Browser } from './login-facts.ts';
import type { LoginProgress } from './login-progress.ts';
import {
  deleteLoginSession,
  findLoginSession,
  insertLoginSession,
  updateLoginSession,
} from './login-session-store.ts';
import type { LoginSessionRow } from './login-session-store.ts';
import type { LoginSiblings } from './login-siblings.ts';
import { visitOf } from './login-step.ts';
import type { Form, Login, LoginStep, StepResult } from './login-step.ts';
import { findPerson } from './person.ts';
import { profileStep } from './profile-step.ts';
import { registerStep } from './register-step.ts';
import { riskOf } from './risk-level.ts';
import { loginDenied } from './sign-in-failure.ts';
import { termsStep } from './terms-step.ts';
import { verifyContactStep } from './verify-contact-step.ts';

const steps: Readonly<Partial<Record<LoginFlowStepType | 'step_up', LoginStep>>> = {
  identify: identifyStep,
  authenticate: authenticateStep,
  step_up: authenticateStep,
  enroll: enrollStep,
  register: registerStep,
  profile: profileStep,
  verify_contact: verifyContactStep,
  terms: termsStep,
  hook: hookStep,
};

/** What {@link logins} needs. */
export interface LoginsOptions {
  db: Pick<Database, 'transact' | 'read'>;
  secrets: Pick<SecretBox, 'seal' | 'open'>;
  siblings: LoginSiblings;
  experienceOf: ExperienceOf;
  invitationNotice: InvitationNotice;
  now?: () => number;
}

/** A progress as it is stored, with when the login began. */
type SealedProgress = LoginProgress & Partial<Pick<Login, 'startedAt'>>;

/** What a form did: moved the login on, or came from a page that is no longer the current one. */
export type Submitted = 'taken' | 'stale';

const unasked = 20;

/** Runs logins: begins them, shows where they stand, and takes the forms of their pages. */
export function logins(options: LoginsOptions) {
  const { db, secrets, siblings, experienceOf, invitationNotice, now = Date.now } = options;
  const assessed = riskOf(db);
  const contextOf = ({ tenant, uid }: LoginRequest) =>
    ({ tenantId: tenant.id, actor: { type: 'system', id: `login ${uid}` } }) as const;
  const sealOf = ({ tenant, uid }: LoginRequest) => ({
    tenantId: tenant.id,
    field: `login_session/${uid}`,
  });

  const experienceFor = (request: LoginRequest, browser: Browser, pinnedVersion?: number) =>
    experienceOf({
      tenantId: request.tenant.id,
      clientId: request.client.id,
      host: new URL(browser.origin).host,
      uiLocales: request.uiLocales,
      acceptLanguage: browser.acceptLanguage,
      pinnedVersion,
    });

  /** The same login with the person and the facts that its progress calls for. */
  async function refreshed(login: Login): Promise<Login> {
    const { progress, request, browser, state, flow } = login;
    const { userId } = progress;
    const person =
      userId === undefined
        ? undefined
        : await findPerson(siblings, request.tenant.id, { userId }, browser.deviceToken);
    const risk = await assessed({ ...login, person });
    const facts = collectLoginFacts({ ...login, person, risk, now: now() });
    return { ...login, person, facts, ask: askOf(flow, state, facts) };
  }

  /** Applies what came of a step. */
  async function applied(
    login: Login,
    { progress, answer, events = [] }: StepResult,
  ): Promise<Login> {
    const told = [...(login.events ?? []), ...events];
    const known = await refreshed({ ...login, progress, events: told });
    if (!answer) return known;
    const { state } = next(login.flow, login.state, answer, known.facts);
    return { ...known, state, ask: askOf(login.flow, state, known.facts) };
  }

  /** Arrives at the next page: steps that need none are passed. */
  async function settled(login: Login): Promise<Login> {
    let current = login;
    for (let count = 0; count < unasked; count += 1) {
      const { ask, progress, state } = current;
      if (!ask || progress.at === visitOf(state)) return current;
      const step = steps[ask.type];
      if (!step?.arrive) throw new Error(`a login came to a step of the type ${ask.type}`);
      const result = await step.arrive({ login: current, ask, siblings });
      const at = result.answer ? undefined : visitOf(state);
      current = await applied(current, { ...result, progress: { ...result.progress, at } });
    }
    throw new Error('a login passed too many steps without a page');
  }

  function openLogin(
    request: LoginRequest,
    browser: Browser,
    { row, experience }: { row: LoginSessionRow; experience: LoginExperience },
  ): Promise<Login> {
    const flow = flowOf(experience);
    const { startedAt = now(), ...progress } = JSON.parse(
      secrets.open(row.progressSealed, sealOf(request)),
    ) as SealedProgress;
    const { state, version, expiresAt } = row;
    const stored = { state, progress, version, expiresAt, startedAt };
    const base = { request, browser, experience, flow, ...stored };
    const facts = collectLoginFacts({ ...base, person: undefined, now: now() });
    return refreshed({ ...base, person: undefined, facts, ask: undefined });
  }

  async function begun(
    request: LoginRequest,
    browser: Browser,
    { ignoresSession = request.reasons.includes(otherAccount) } = {},
  ): Promise<Login> {
    const experience = await experienceFor(request, browser);
    const flow = flowOf(experience);
    const known = ignoresSession ? undefined : request.session?.userId;
    const expiresAt = new Date(
      Math.min(
        request.expiresAt.getTime(),
        now() + experience.definition.settings.flowLifetimeSeconds * 1000,
      ),
    );
    const person =
      known &&
      (await findPerson(siblings, request.tenant.id, { userId: known }, browser.deviceToken));
    const base = { request, browser, experience, flow, expiresAt, startedAt: now(), version: 0 };
    const seen = { progress: { ignoresSession, userId: known }, person: person || undefined };
    const risk = await assessed({ ...base, ...seen });
    const facts = collectLoginFacts({
      ...base,
      ...seen,
      progress: { ignoresSession },
      risk,
      now: now(),
    });
    const { state } = begin(flow, facts);
    // Who has a session is the person of it until they say otherwise.
    const isKnown = person && state.identified;
    const progress = isKnown
      ? { userId: person.id, identifier: person.email ?? undefined }
      : {
          ignoresSession,
          values: { identifier: request.loginHint ?? '' },
          notice: await invitationNotice(request),
        };
    const ask = askOf(flow, state, facts);
    const started = { ...base, state, progress, person: isKnown ? person : undefined, facts, ask };
    return settled(isKnown ? started : await refreshed(started));
  }

  const rowOf = ({ request, state, progress, experience, startedAt, expiresAt }: Login) => ({
    state,
    flowVersion: experience.version,
    activationSequence: experience.activationSequence,
    expiresAt,
    progressSealed: secrets.seal(JSON.stringify({ ...progress, startedAt }), sealOf(request)),
  });

  /** False when another tab was faster. */
  const saved = (login: Login): Promise<boolean> =>
    db.transact(contextOf(login.request), async (tx) => {
      const { request, version } = login;
      const isSaved =
        version === 0
          ? await insertLoginSession(tx, request.uid, rowOf(login))
          : await updateLoginSession(tx, request.uid, version, rowOf(login));
      if (isSaved) await publishLoginEvents(tx, login);
      return isSaved;
    });

  const forget = (request: LoginRequest) =>
    db.transact(contextOf(request), (tx) => deleteLoginSession(tx, request.uid));

  /** Where a login stands; begins it when it is new. @throws `not_found` once it has expired */
  async function open(request: LoginRequest, browser: Browser): Promise<Login> {
    const row = await db.read(contextOf(request), (tx) => findLoginSession(tx, request.uid));
    if (!row) {
      const login = await begun(request, browser);
      return (await saved(login)) ? { ...login, version: 1 } : open(request, browser);
    }
    if (row.expiresAt.getTime() <= now()) throw problem('not_found');
    const experience = await experienceFor(request, browser, row.flowVersion);
    if (row.activationSequence < experience.minimumActivationSequence) {
      await forget(request);
      return open(request, browser);
    }
    return openLogin(request, browser, { row, experience });
  }

  /** Starts over, for another person. */
  async function restarted({ request, browser, startedAt, version }: Login): Promise<Submitted> {
    const login = await begun(request, browser, { ignoresSession: true });
    return (await saved({ ...login, startedAt, version })) ? 'taken' : 'stale';
  }

  /** Takes a form. `version` is that of the page it came from. */
  async function submit(login: Login, form: Form): Promise<Submitted> {
    if (Number(form['version']) !== login.version || !login.ask) return 'stale';
    const { ask } = login;
    if (form['action'] === 'restart') return restarted(login);
    const action = steps[ask.type]?.actions[form['action'] ?? ''];
    if (!action) return 'stale';
    const result = await action({ login, ask, form, siblings });
    const moved = await settled(await applied(login, result));
    return (await saved({ ...moved, version: login.version })) ? 'taken' : 'stale';
  }

  /** Keeps what a person decided about an application's access. */
  const decide = (request: LoginRequest, granted: string[] | null) =>
    db.transact(contextOf(request), async (tx) => {
      const progressSealed = secrets.seal(JSON.stringify({ granted }), sealOf(request));
      const row = { flowVersion: 0, activationSequence: 0, state: {} as LoginState };
      await deleteLoginSession(tx, request.uid);
      await insertLoginSession(tx, request.uid, {
        ...row,
        progressSealed,
        expiresAt: request.expiresAt,
      });
    });

  /** What was decided, once: undefined where nothing is. */
  const decision = (request: LoginRequest): Promise<string[] | null | undefined> =>
    db.transact(contextOf(request), async (tx) => {
      const row = await findLoginSession(tx, request.uid);
      if (!row) return undefined;
      await deleteLoginSession(tx, request.uid);
      const progress = JSON.parse(secrets.open(row.progressSealed, sealOf(request)));
      return (progress as LoginProgress).granted;
    });

  /** What remains to be done once someone has signed in: an identity is linked to the account that they own. */
  const concluded = (login: Login): Promise<void> => linkPending(login, siblings);

  /** Has the browser known from now on, to whoever signed in with it. */
  const remembered = (login: Login): Promise<RememberedDevice> =>
    rememberLoginDevice(siblings, login);

  return { open, submit, concluded, remembered, forget, decide, decision };
}

/** Events carry where the browser is, as those of every sign-in. */
async function publishLoginEvents(tx: Tx, login: Login): Promise<void> {
  const { events = [], request, browser } = login;
  for (const event of [...events, loginDenied(login) ?? []].flat()) {
    const { type, userId, more } = event;
    const isBlocking = await blocksLogins(tx, login, event);
    await publishSessionEvent(tx, {
      type,
      userId,
      clientId: request.client.id,
      ip: browser.ip,
      country: browser.network?.country,
      userAgent: browser.userAgent,
      more: { loginId: request.uid, ...more, ...(isBlocking && { loginBlocked: true }) },
    });
  }
}

const flowOf = ({ definition, binding, entrypoint }: LoginExperience) =>
  effectiveFlow(definition, { binding, entrypoint });

/** See {@link logins}. */
export type Logins = ReturnType<typeof logins>;
