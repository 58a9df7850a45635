import type { LoginMethod, SignInFailureReason } from '@platform/contracts';
import { personRefusal } from '../person/person-refusal.ts';
import type { PersonRefusal } from '../person/person-refusal.ts';
import { stepAt } from '../steps/login-step.ts';
import type { Login, LoginStepEvent } from '../steps/login-step.ts';

export interface FailedAttempt {
  method?: LoginMethod | undefined;
  /** The connector of a social sign-in. */
  connector?: string | null | undefined;
  connectionId?: string | undefined;
  reason: SignInFailureReason;
}

/** The event of a failed attempt. It has no user if the identifier is unknown. */
export const signInFailed = (
  { progress: { userId }, experience, state }: Login,
  { method, connector = null, connectionId, reason }: FailedAttempt,
): LoginStepEvent => ({
  type: 'user.sign_in_failed',
  userId,
  more: {
    userId: userId ?? null,
    step: state.step,
    method: method ?? null,
    connector,
    ...(connectionId !== undefined && { connectionId }),
    reason,
    flowVersion: experience.version,
    entrypoint: experience.entrypoint,
  },
});

/** Maps the outcome of a rejected response to the reason in events. */
export function challengeFailure(
  { progress: { userId } }: Login,
  method: LoginMethod,
  outcome: string,
): SignInFailureReason {
  if (outcome === 'LOCKED') return 'locked_out';
  if (outcome === 'EXPIRED') return 'expired';
  if (userId === undefined) return 'user_not_found';
  return method === 'password' ? 'invalid_credentials' : 'factor_failed';
}

const refusalReasons: Readonly<Record<PersonRefusal, SignInFailureReason>> = {
  disabled: 'user_disabled',
  other_user: 'policy_denied',
  not_member: 'user_disabled',
};

function denialReason(login: Login, refusal: PersonRefusal | undefined): SignInFailureReason {
  const { status, concealed, denyReason } = login.state;
  const type = stepAt(login)?.type;
  if (status === 'completed') return refusalReasons[refusal ?? 'disabled'];
  if (type === 'terms') return 'consent_refused';
  if (concealed) return 'user_not_found';
  // The flow ended below the requested assurance, and the person has no factor to raise it with.
  const isShort = type === 'complete' && denyReason === 'unmet_authentication_requirements';
  return isShort ? 'factor_not_enrolled' : 'flow_denied';
}

/** The event of a login that ended without a sign-in. Undefined if the failed attempt that ended it has its own event. */
export function loginDenied(login: Login): LoginStepEvent | undefined {
  const { state, progress, events = [] } = login;
  if (state.status === 'asking') return undefined;
  const refusal = personRefusal(login);
  const isSignedIn = state.status === 'completed' && progress.userId !== undefined;
  if (isSignedIn && refusal === undefined) return undefined;
  if (events.some(({ type }) => type === 'user.sign_in_failed')) return undefined;
  const [first] = state.factors;
  return signInFailed(login, {
    method: first?.method,
    connector: first?.connector,
    reason: denialReason(login, refusal),
  });
}
