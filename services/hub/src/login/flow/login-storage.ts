import type { Tx } from '@platform/kit/database';
import { publishSessionEvent } from '../../sessions/session-events.ts';
import { blocksLogins } from '../sign-ins/failed-sign-ins.ts';
import { actingOf, effectiveFlowOf } from '../login-context.ts';
import type { LoginContext } from '../login-context.ts';
import type { LoginExperience } from '../login-experience.ts';
import { collectLoginFacts } from './login-facts.ts';
import type { Browser } from '../browser/browser.ts';
import { refreshLogin } from './login-moves.ts';
import type { LoginProgress } from './login-progress.ts';
import type { LoginRequest } from '../requests/login-requests.ts';
import {
  callFindLoginSession,
  deleteLoginSession,
  insertLoginSession,
  updateLoginSession,
} from './login-session-store.ts';
import type { LoginSessionRecord } from './login-session-store.ts';
import type { Login } from '../steps/login-step.ts';
import type { LoginUser } from '../person/person.ts';
import { loginDenied } from '../sign-ins/sign-in-failure.ts';

/** A progress as it is stored, with when the login began. */
type SealedProgress = LoginProgress & Partial<Pick<Login, 'startedAt'>>;

const sealOf = ({ tenant, uid }: LoginRequest) => ({
  tenantId: tenant.id,
  field: `login_session/${uid}`,
});

/** Seals what is stored of a login. */
export const sealProgress = (
  { secrets }: LoginContext,
  request: LoginRequest,
  progress: SealedProgress,
): string => secrets.seal(JSON.stringify(progress), sealOf(request));

/** Opens what is stored of a login. */
export const openProgress = (
  { secrets }: LoginContext,
  request: LoginRequest,
  { progressSealed }: Pick<LoginSessionRecord, 'progressSealed'>,
): SealedProgress => JSON.parse(secrets.open(progressSealed, sealOf(request))) as SealedProgress;

/** A stored login, with what is known of its person now. */
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

/** Stores where a login stands and publishes its events. False when another tab was faster. */
export const saveLogin = (context: LoginContext, login: Login): Promise<boolean> =>
  context.db.transact(actingOf(login.request), async (tx) => {
    const { request, version } = login;
    const row = rowOf(context, login);
    const isSaved =
      version === 0
        ? await insertLoginSession(tx, request.uid, row)
        : await updateLoginSession(tx, request.uid, version, row);
    if (isSaved) await publishLoginEvents(tx, login);
    return isSaved;
  });

/** What is stored of a login. */
export const findStoredLogin = ({ db }: LoginContext, request: LoginRequest) =>
  callFindLoginSession(db, request.tenant.id, request.uid);

/** Deletes what is stored of a login. */
export const forgetLogin = ({ db }: LoginContext, request: LoginRequest) =>
  db.transact(actingOf(request), (tx) => deleteLoginSession(tx, request.uid));
