import { askOf, begin } from '@platform/login-flow';
import type { Browser } from '../browser/browser.ts';
import { experienceFor, effectiveFlowOf } from '../login-context.ts';
import type { LoginContext } from '../login-context.ts';
import type { LoginExperience } from '../login-experience.ts';
import { findPerson } from '../person/person.ts';
import type { LoginUser } from '../person/person.ts';
import { otherAccount } from '../prompts/invitation-prompt.ts';
import { isNamed } from '../prompts/named-user.ts';
import type { LoginRequest } from '../requests/login-requests.ts';
import type { Login } from '../steps/login-step.ts';
import { collectLoginFacts } from './login-facts.ts';
import { advanceToPage, refreshLogin } from './login-moves.ts';
import type { LoginProgress } from './login-progress.ts';

/** A login expires at the end of its flow's lifetime, or with its request if that is earlier. */
function expiryOf({ definition }: LoginExperience, request: LoginRequest, startedAt: number): Date {
  const flowEnd = startedAt + definition.settings.flowLifetimeSeconds * 1000;
  return new Date(Math.min(request.expiresAt.getTime(), flowEnd));
}

async function sessionPerson(
  { siblings }: LoginContext,
  request: LoginRequest,
  browser: Browser,
): Promise<LoginUser | undefined> {
  const userId = request.session?.userId;
  if (!userId) return undefined;
  return (
    (await findPerson(siblings, request.tenant.id, { userId }, browser.deviceToken)) || undefined
  );
}

/** The progress of a login whose person is not known yet. */
const firstProgress = async (
  { invitationNotice }: LoginContext,
  request: LoginRequest,
  ignoresSession: boolean,
): Promise<LoginProgress> => ({
  ignoresSession,
  values: { identifier: request.loginHint ?? '' },
  notice: await invitationNotice(request),
});

export interface LoginBeginning {
  /** The login is for a user other than the session's. */
  forAnother?: boolean;
  /** The version of the flow that a restarted login keeps. */
  flowVersion?: number;
}

/**
 * Whether the login is for a user other than the session's. It is not begun for a user that the request names: anyone who knows an
 * id can put it into `claims`, and the page would reveal the address of that user.
 */
const isForAnother = ({ reasons, prompts, session, namedUserIds }: LoginRequest): boolean =>
  reasons.includes(otherAccount) ||
  prompts.includes('select_account') ||
  (session !== null && !isNamed(namedUserIds, session.userId));

/** Begins a login and advances it to its first page. */
export async function beginLogin(
  context: LoginContext,
  request: LoginRequest,
  browser: Browser,
  { forAnother = isForAnother(request), flowVersion }: LoginBeginning = {},
): Promise<Login> {
  const experience = await experienceFor(context, request, browser, flowVersion);
  const flow = effectiveFlowOf(experience);
  const startedAt = context.now();
  const expiresAt = expiryOf(experience, request, startedAt);
  const person = forAnother ? undefined : await sessionPerson(context, request, browser);
  // A session whose user no longer exists says nothing about who signs in.
  const ignoresSession = forAnother || (request.session !== null && person === undefined);
  const userId = person?.id;
  const base = { request, browser, experience, flow, expiresAt, startedAt, version: 0 };
  const seen = { ...base, progress: { ignoresSession, userId }, person };
  const risk = await context.assessRisk(seen);
  const facts = collectLoginFacts({
    ...seen,
    progress: { ignoresSession },
    risk,
    now: startedAt,
  });
  const { state } = begin(flow, facts);
  const ask = askOf(flow, state, facts);
  // The user of the session signs in unless the person chooses another account.
  if (person && state.identified) {
    const progress = { userId: person.id, identifier: person.email ?? undefined };
    return advanceToPage(context, { ...base, state, progress, person, facts, ask });
  }
  const progress = await firstProgress(context, request, ignoresSession);
  const started = { ...base, state, progress, person: undefined, facts, ask };
  return advanceToPage(context, await refreshLogin(context, started));
}
