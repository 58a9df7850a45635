import type { ChallengePurpose, LoginMethod } from '@platform/contracts';
import { asProblem } from '@platform/kit/problem';
import type { FactorEvidence } from '@platform/login-flow';
import { originOf } from '../browser/browser.ts';
import type { FormFailure, PageMessage, PendingChallenge } from '../flow/login-progress.ts';
import { stepFailure } from '../steps/login-step.ts';
import { challengeFailure, signInFailed } from '../sign-ins/sign-in-failure.ts';
import { waitMessage } from './wait-message.ts';
import type { Login, StepContext, StepResult } from '../steps/login-step.ts';
import type { LoginSiblings } from '../login-siblings.ts';

/** What is challenged, and why. */
export interface NewChallenge {
  method: LoginMethod;
  purpose: ChallengePurpose;
  /** Someone who is not stored yet. */
  email?: string;
  /** A passkey may name its person by itself. */
  isAnonymous?: boolean;
}

/** Names the application too: the page of a link that is over leads there. */
function linkOf({ request, browser }: Pick<Login, 'request' | 'browser'>): string {
  const link = new URL(`/login/${request.uid}/link`, browser.origin);
  link.searchParams.set('client', request.client.id);
  return link.href;
}

/** Begins a challenge. A person who does not exist gets one that looks the same. */
export async function beginLoginChallenge(
  { credentials, deadlineMs }: LoginSiblings,
  { request, browser, experience, progress }: Login,
  { method, purpose, email, isAnonymous = false }: NewChallenge,
): Promise<PendingChallenge> {
  const isNamed = progress.userId === undefined || purpose === 'enroll';
  const answer = await credentials().BeginChallenge(
    {
      tenantId: request.tenant.id,
      userId: isAnonymous ? '' : (progress.userId ?? ''),
      // At enrolment it is the name under which apps and passkeys list the account.
      identifier: isAnonymous || !isNamed ? '' : (progress.identifier ?? ''),
      method,
      purpose,
      loginId: request.uid,
      locales: [experience.locale],
      clientId: request.client.id,
      rpId: browser.rpId,
      origin: browser.origin,
      linkUrl: method === 'magic_link' ? linkOf({ request, browser }) : '',
      ...originOf(browser),
      email: email ?? '',
    },
    { deadlineMs },
  );
  const shown = JSON.parse(answer.publicJson || '{}') as Record<string, unknown>;
  return { id: answer.challengeId, method, purpose, shown };
}

/** Mails to one address are limited within this time. */
const mailWindowMs = 600_000;

/** The page of a mail that was not sent because the address has had too many. */
export const tooManyMails: FormFailure = waitMessage(mailWindowMs);

/** {@link beginLoginChallenge}; undefined where the address has had too many mails, and none is sent. */
export const mailLoginChallenge = (
  ...given: Parameters<typeof beginLoginChallenge>
): Promise<PendingChallenge | undefined> =>
  beginLoginChallenge(...given).catch((error: unknown) => {
    if (asProblem(error).code === 'rate_limited') return undefined;
    throw error;
  });

/** How a response was judged. */
export type ChallengeVerdict = Awaited<
  ReturnType<ReturnType<LoginSiblings['credentials']>['VerifyChallenge']>
>;

/** A password of somebody unknown may be one that another system is asked about. */
const passwordMs = 15_000;

/** Has a response verified, once. A password needs no challenge before it. */
export const verifyChallenge = (
  { credentials, deadlineMs }: LoginSiblings,
  { request, browser, progress }: Login,
  given: { method: LoginMethod; response: object; challengeId?: string; label?: string },
): Promise<ChallengeVerdict> =>
  credentials().VerifyChallenge(
    {
      tenantId: request.tenant.id,
      challengeId: given.challengeId ?? '',
      userId: progress.userId ?? '',
      identifier: progress.identifier ?? '',
      method: given.method,
      responseJson: JSON.stringify(given.response),
      loginId: request.uid,
      ...originOf(browser),
      label: given.label ?? '',
    },
    { deadlineMs: given.method === 'password' ? Math.max(deadlineMs, passwordMs) : deadlineMs },
  );

/** Whether a challenge takes no answer any more: it has expired, or all of its tries were used. */
export const isSpent = ({
  outcome,
  retryAfterMs,
}: Pick<ChallengeVerdict, 'outcome' | 'retryAfterMs'>): boolean =>
  outcome === 'EXPIRED' || (outcome === 'LOCKED' && retryAfterMs === 0);

/** What a verdict brought to light of a factor. */
export const evidenceOf = ({
  factorKinds,
  hardwareProtected,
}: ChallengeVerdict): FactorEvidence => ({
  userVerified: factorKinds.includes('inherence') || factorKinds.length > 1,
  hardwareProtected,
});

const wrong: Partial<Record<LoginMethod, { key: string; field: string }>> = {
  password: { key: 'login.error.password_wrong', field: 'password' },
  totp: { key: 'login.error.code_wrong', field: 'code' },
  email_code: { key: 'login.error.code_wrong', field: 'code' },
  recovery_code: { key: 'login.error.recovery_code_wrong', field: 'code' },
  magic_link: { key: 'login.error.link_invalid', field: '' },
  passkey: { key: 'login.error.passkey_failed', field: '' },
  security_key: { key: 'login.error.passkey_failed', field: '' },
};

/** What the identity service names as the wait for a password that stays closed until it is reset. */
const closedMs = 86_400_000;

/** The page of a response that was not accepted. What is locked or expired was no try. */
export function rejection(
  context: StepContext,
  method: LoginMethod,
  { outcome, retryAfterMs }: ChallengeVerdict,
): StepResult {
  const { login } = context;
  const reason = challengeFailure(login, method, outcome);
  const events = [signInFailed(login, { method, reason })];
  const { key, field } = wrong[method] ?? { key: 'login.error.code_wrong', field: 'code' };
  const at = field === '' ? {} : { field };
  const isUsedUp = method !== 'password' && isSpent({ outcome, retryAfterMs });
  if (outcome === 'LOCKED' && !isUsedUp) {
    const isClosed = method === 'password' && retryAfterMs >= closedMs;
    const { key: wait, values }: PageMessage = isClosed
      ? { key: 'login.error.password_closed' }
      : waitMessage(retryAfterMs);
    return { ...stepFailure(context, wait, { ...at, values }), events };
  }
  const expired = method === 'magic_link' ? key : 'error.code_expired';
  if (outcome === 'EXPIRED' || isUsedUp) return { ...stepFailure(context, expired, at), events };
  return { ...stepFailure(context, key, at), answer: { outcome: 'attempt_failed' }, events };
}
