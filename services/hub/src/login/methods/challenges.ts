import type { ChallengePurpose, LoginMethod } from '@platform/contracts';
import { asProblem } from '@platform/kit/problem';
import type { FactorEvidence } from '@platform/login-flow';
import { browserFields } from '../browser/browser.ts';
import type { FormFailure, PageMessage, PendingChallenge } from '../flow/login-progress.ts';
import type { LoginSiblings } from '../login-siblings.ts';
import { challengeFailure, signInFailed } from '../sign-ins/sign-in-failure.ts';
import { stepFailure } from '../steps/login-step.ts';
import type { Login, StepContext, StepResult } from '../steps/login-step.ts';
import { waitMessage } from './wait-message.ts';

export interface NewChallenge {
  method: LoginMethod;
  purpose: ChallengePurpose;
  /** The address to verify, for `verify_contact`. */
  email?: string;
  /** Any user can respond: the passkey names its user. */
  isAnonymous?: boolean;
}

/** The link names the application, so that the page of an expired link can lead there. */
function linkOf({ request, browser }: Pick<Login, 'request' | 'browser'>): string {
  const link = new URL(`/login/${request.uid}/link`, browser.origin);
  link.searchParams.set('client', request.client.id);
  return link.href;
}

/** Begins a challenge. For an unknown identifier it looks the same, but cannot be solved. */
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
      // At enrollment, authenticator apps and passkeys list the account under this name.
      identifier: isAnonymous || !isNamed ? '' : (progress.identifier ?? ''),
      method,
      purpose,
      loginId: request.uid,
      locales: [experience.locale],
      clientId: request.client.id,
      rpId: browser.rpId,
      origin: browser.origin,
      linkUrl: method === 'magic_link' ? linkOf({ request, browser }) : '',
      ...browserFields(browser),
      email: email ?? '',
    },
    { deadlineMs },
  );
  const shown = JSON.parse(answer.publicJson || '{}') as Record<string, unknown>;
  return { id: answer.challengeId, method, purpose, shown };
}

/** The window in which the identity service limits mails to one address. */
const mailWindowMs = 600_000;

/** Shown if a rate limit prevented a mail, most likely because the address has received too many. */
export const tooManyMails: FormFailure = waitMessage(mailWindowMs);

/** Begins a challenge that sends a mail. Undefined if a rate limit of the identity service prevented the mail. */
export const mailLoginChallenge = (
  ...given: Parameters<typeof beginLoginChallenge>
): Promise<PendingChallenge | undefined> =>
  beginLoginChallenge(...given).catch((error: unknown) => {
    if (asProblem(error).code === 'rate_limited') return undefined;
    throw error;
  });

export type ChallengeVerdict = Awaited<
  ReturnType<ReturnType<LoginSiblings['credentials']>['VerifyChallenge']>
>;

/** The password of an unknown user may have to be verified by the system that the tenant migrates from. */
const passwordDeadlineMs = 15_000;

/** Verifies a response, without retries. A password needs no challenge. */
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
      ...browserFields(browser),
      label: given.label ?? '',
    },
    {
      deadlineMs:
        given.method === 'password' ? Math.max(deadlineMs, passwordDeadlineMs) : deadlineMs,
    },
  );

/** Whether a challenge accepts no more responses: it has expired, or its attempts are used up. */
export const isSpent = ({
  outcome,
  retryAfterMs,
}: Pick<ChallengeVerdict, 'outcome' | 'retryAfterMs'>): boolean =>
  outcome === 'EXPIRED' || (outcome === 'LOCKED' && retryAfterMs === 0);

export const evidenceOf = ({
  factorKinds,
  hardwareProtected,
}: ChallengeVerdict): FactorEvidence => ({
  userVerified: factorKinds.includes('inherence') || factorKinds.length > 1,
  hardwareProtected,
});

const wrongMessages: Partial<Record<LoginMethod, { key: string; field: string }>> = {
  password: { key: 'login.error.password_wrong', field: 'password' },
  totp: { key: 'login.error.code_wrong', field: 'code' },
  email_code: { key: 'login.error.code_wrong', field: 'code' },
  recovery_code: { key: 'login.error.recovery_code_wrong', field: 'code' },
  magic_link: { key: 'login.error.link_invalid', field: '' },
  passkey: { key: 'login.error.passkey_failed', field: '' },
  security_key: { key: 'login.error.passkey_failed', field: '' },
};

/** The wait that the identity service returns for a password that is locked until it is reset. */
const lockedUntilResetMs = 86_400_000;

/** Shows the page again after a rejected response, which counts as an attempt unless the challenge is locked or expired. */
export function rejection(
  context: StepContext,
  method: LoginMethod,
  { outcome, retryAfterMs }: ChallengeVerdict,
): StepResult {
  const { login } = context;
  const reason = challengeFailure(login, method, outcome);
  const events = [signInFailed(login, { method, reason })];
  const { key, field } = wrongMessages[method] ?? { key: 'login.error.code_wrong', field: 'code' };
  const at = field === '' ? {} : { field };
  const isUsedUp = method !== 'password' && isSpent({ outcome, retryAfterMs });
  if (outcome === 'LOCKED' && !isUsedUp) {
    const isLockedUntilReset = method === 'password' && retryAfterMs >= lockedUntilResetMs;
    const { key: wait, values }: PageMessage = isLockedUntilReset
      ? { key: 'login.error.password_closed' }
      : waitMessage(retryAfterMs);
    return { ...stepFailure(context, wait, { ...at, values }), events };
  }
  const expired = method === 'magic_link' ? key : 'error.code_expired';
  if (outcome === 'EXPIRED' || isUsedUp) return { ...stepFailure(context, expired, at), events };
  return { ...stepFailure(context, key, at), answer: { outcome: 'attempt_failed' }, events };
}
