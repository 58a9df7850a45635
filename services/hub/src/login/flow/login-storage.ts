import type { Tx } from '@platform/kit/database';
import { publishSessionEvent } from '../../sessions/session-events.ts';
import type { Browser } from '../browser/browser.ts';
import { actorContext, effectiveFlowOf } from '../login-context.ts';
import type { LoginContext } from '../login-context.ts';
import type { LoginExperience } from '../login-experience.ts';
import type { LoginUser } from '../person/person.ts';
import type { LoginRequest } from '../requests/login-requests.ts';
import { countFailedSignIn } from '../sign-ins/failed-sign-ins.ts';
import { loginDenied } from '../sign-ins/sign-in-failure.ts';
import type { Login } from '../steps/login-step.ts';
import { collectLoginFacts } from './login-facts.ts';
import { refreshLogin } from './login-moves.ts';
import type { LoginProgress } from './login-progress.ts';
import {
  callFindLoginSession,
  deleteLoginSession,
  insertLoginSession,
  updateLoginSession,
} from './login-session-store.ts';
import type { LoginSessionRecord } from './login-session-store.ts';

/** The stored progress, with the time when the login began. */
type SealedProgress = LoginProgress & Partial<Pick<Login, 'startedAt'>>;

const sealOf = ({ tenant, uid }: LoginRequest) => ({
  tenantId: tenant.id,
  field: `login_session/${uid}`,
});

export const sealProgress = (
  { secrets }: LoginContext,
  request: LoginRequest,
  progress: SealedProgress,
): string => secrets.seal(JSON.stringify(progress), sealOf(request));

export const openProgress = (
  { secrets }: LoginContext,
  request: LoginRequest,
  { progressSealed }: Pick<LoginSessionRecord, 'progressSealed'>,
): SealedProgress => JSON.parse(secrets.open(progressSealed, sealOf(request))) as SealedProgress;

/** Restores a stored login with the current data of its person. */
export function restoreLogin(
  context: LoginContext,
  { request, browser, known }: { request: LoginRequest; browser: Browser; known?: LoginUser },
  row: LoginSessionRecord,
  experience: LoginExperience,
): Promise<Login> {
  const now = context.now();
  const { startedAt = now, ...progress } = openProgress(context, request, row);
  const { state, version, expiresAt } = row;
  const stored = { state, progress, version, expiresAt, startedAt };
  const base = { request, browser, experience, flow: effectiveFlowOf(experience), ...stored };
  const facts = collectLoginFacts({ ...base, person: undefined, now });
  return refreshLogin(context, { ...base, person: undefined, facts, ask: undefined }, known);
}

const rowOf = (context: LoginContext, login: Login) => ({
  state: login.state,
  flowVersion: login.experience.version,
  activationSequence: login.experience.activationSequence,
  expiresAt: login.expiresAt,
  progressSealed: sealProgress(context, login.request, {
    ...login.progress,
    startedAt: login.startedAt,
  }),
});

async function publishLoginEvents(tx: Tx, login: Login): Promise<void> {
  const { events = [], request, browser } = login;
  for (const event of [...events, loginDenied(login) ?? []].flat()) {
    const { type, userId, more } = event;
    const isBlocking = await countFailedSignIn(tx, login, event);
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

/** Stores a login and publishes its events. False if another tab was faster. */
export const saveLogin = (context: LoginContext, login: Login): Promise<boolean> =>
  context.db.transact(actorContext(login.request), async (tx) => {
    const { request, version } = login;
    const row = rowOf(context, login);
    const isSaved =
      version === 0
        ? await insertLoginSession(tx, request.uid, row)
        : await updateLoginSession(tx, request.uid, version, row);
    if (isSaved) await publishLoginEvents(tx, login);
    return isSaved;
  });

export const findStoredLogin = ({ db }: LoginContext, request: LoginRequest) =>
  callFindLoginSession(db, request.tenant.id, request.uid);

export const forgetLogin = ({ db }: LoginContext, request: LoginRequest) =>
  db.transact(actorContext(request), (tx) => deleteLoginSession(tx, request.uid));
